// /admin/home-setting: the headings and texts of the home page (spec 3 §2).

import { Fieldset, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readHomeSetting, updateHomeSetting } from '@/shared/api/queries/site'
import { paths } from '@/shared/paths'
import { Page } from '@/shared/ui/Page'
import { adminTexts } from '../messages'
import { AllFields } from '../resource/FormParts'
import { FreshView } from '../resource/FreshView'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import { Crumbs } from '../ui/Crumbs'
import { homeFields, homeParts, rowOf } from './homeFields'
import { siteTexts } from './messages'

const read = async () => rowOf(await readHomeSetting())

export function HomeSetting() {
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
