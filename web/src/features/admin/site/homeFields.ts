// The texts of the home page as form fields, by section.
import type { HomeSetting } from '@/shared/api/types'
import type { Row } from '../resource/defineResource'
import type { Fields } from '../resource/values'
import { siteTexts } from './messages'

/** A section of the home page and its fields, with the names used inside it. */
export interface Part {
  title: string
  /** A note about all of its fields. */
  about?: string
  fields: Fields
}

export function homeParts(): Part[] {
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
export const homeFields = (parts: Part[]): Fields =>
  Object.fromEntries(
    parts.flatMap(({ title, fields }) =>
      Object.entries(fields).map(([name, field]) => [
        name,
        { ...field, label: siteTexts.of(title, field.label) },
      ]),
    ),
  )

/** The texts under the names of the form. */
export function rowOf({ _id, version, ...home }: HomeSetting): Row {
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
