// /admin/home-setting: the headings and texts of the home page (spec 3 §2).
import { Fieldset, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readHomeSetting, updateHomeSetting } from '@/shared/api/queries/site'
import type { HomeSetting } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { Page } from '@/shared/ui/Page'
import { adminTexts, siteTexts } from '../messages'
import type { Row } from '../resource/defineResource'
import { AllFields, FreshView } from '../resource/FormParts'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import type { Fields } from '../resource/values'
import { Crumbs } from '../ui/Crumbs'

const read = async () => rowOf(await readHomeSetting())

export function HomeSettingPage() {
  const query = useQuery({ queryKey: ['home-setting', 'form'], queryFn: read, staleTime: 0 })
  const parts = homeParts()
  const model = (id: string): FormModel => ({
    fields: homeFields(parts),
    one: adminTexts.home,
    saved: siteTexts.saved,
    // There is only one record, so there is no list to return to.
    list: paths.admin,
    stays: true,
    read,
    send: (body) => updateHomeSetting(id, body),
  })
  return (
    <Page
      title={adminTexts.home}
      description={siteTexts.about}
      crumbs={<Crumbs here={adminTexts.home} />}
      width={760}
    >
      <FreshView query={query}>
        {(record) => (
          <RecordForm model={model(record._id)} record={record}>
            <Stack gap="lg">
              {parts.map(({ title, about, fields }) => (
                <Fieldset key={title} legend={title}>
                  {about && (
                    <Text c="dimmed" fz="sm" mb="sm">
                      {about}
                    </Text>
                  )}
                  <AllFields fields={fields} />
                </Fieldset>
              ))}
            </Stack>
          </RecordForm>
        )}
      </FreshView>
    </Page>
  )
}

/** A section of the home page and its fields, with the names used inside it. */
interface Part {
  title: string
  /** A note about all of its fields. */
  about?: string
  fields: Fields
}

/** The texts of the home page as form fields, by section. */
function homeParts(): Part[] {
  const { heading, subheading } = siteTexts
  return [
    {
      title: siteTexts.whyChooseUs,
      fields: {
        wcHeading: { kind: 'text', label: heading, required: true },
        wcSubheading: { kind: 'textarea', label: subheading },
        ...sectionFields('wcu', 5),
      },
    },
    {
      title: siteTexts.examCategories,
      fields: {
        examHeading: { kind: 'text', label: heading, required: true },
        examSubHeading: { kind: 'textarea', label: subheading },
      },
    },
    {
      title: siteTexts.achieveYourGoal,
      fields: {
        aygHeading: { kind: 'text', label: heading, required: true },
        aygSubheading: { kind: 'rich', label: subheading, height: 100 },
        ...sectionFields('ayg', 6),
      },
    },
    {
      title: siteTexts.testimonials,
      fields: { testimonialHeading: { kind: 'text', label: heading, required: true } },
    },
    {
      title: siteTexts.latestNews,
      fields: {
        newsHeading: { kind: 'text', label: heading, required: true },
        newsSubHeading: { kind: 'textarea', label: subheading },
      },
    },
    { title: siteTexts.footerLinks, about: siteTexts.linksAbout, fields: linkFields() },
  ]
}

/** The links in the footer; empty ones are not shown. */
const links = ['facebook', 'instagram', 'x', 'youtube', 'tiktok', 'whatsapp', 'app'] as const

const linkFields = (): Fields =>
  Object.fromEntries(links.map((name) => [`${name}Link`, { kind: 'text', label: siteTexts[name] }]))

function sectionFields(prefix: string, count: number): Fields {
  const numbers = Array.from({ length: count }, (_, i) => i + 1)
  return Object.assign(
    {},
    ...numbers.map(
      (n): Fields => ({
        [`${prefix}Title${n}`]: {
          kind: 'text',
          label: siteTexts.title(n),
          required: prefix === 'ayg',
        },
        [`${prefix}Description${n}`]: {
          kind: 'rich',
          label: siteTexts.description(n),
          height: 60,
          short: true,
        },
      }),
    ),
  )
}

/** All fields, with labels that are unique across sections. */
const homeFields = (parts: Part[]): Fields =>
  Object.fromEntries(
    parts.flatMap(({ title, fields }) =>
      Object.entries(fields).map(([name, field]) => [
        name,
        { ...field, label: siteTexts.of(title, field.label) },
      ]),
    ),
  )

/** The texts under the names of the form. */
function rowOf({ _id, version, ...home }: HomeSetting): Row {
  const { whyChooseUs, examCategories, achieveYourGoal, testimonial, latestNews } = home
  const given = Object.entries(home.links ?? {})
  return {
    _id,
    version,
    wcHeading: whyChooseUs.heading,
    wcSubheading: whyChooseUs.subheading,
    ...sectionTexts('wcu', whyChooseUs),
    examHeading: examCategories.heading,
    examSubHeading: examCategories.subheading,
    aygHeading: achieveYourGoal.heading,
    aygSubheading: achieveYourGoal.subheading,
    ...sectionTexts('ayg', achieveYourGoal),
    testimonialHeading: testimonial,
    newsHeading: latestNews.heading,
    newsSubHeading: latestNews.subheading,
    ...Object.fromEntries(given.map(([name, link]) => [`${name}Link`, link])),
  }
}

const sectionTexts = (prefix: string, { sections }: HomeSetting['whyChooseUs']) =>
  Object.fromEntries(
    sections.flatMap(({ title, description }, i) => [
      [`${prefix}Title${i + 1}`, title],
      [`${prefix}Description${i + 1}`, description],
    ]),
  )
