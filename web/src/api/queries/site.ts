// The texts of the public site.
import { api, ok } from '../client'
import type { HomeSettingChanges } from '../types'

/** The headings and texts of the home page. */
export const readHomeSetting = () =>
  ok(api.GET('/api/v1/admin/home-setting')).then(({ data }) => data)

/** Changes the texts that the body names. */
export const updateHomeSetting = (id: string, body: Partial<HomeSettingChanges>) =>
  ok(
    api.PUT('/api/v1/admin/home-setting/update/{id}', {
      params: { path: { id } },
      // The document gives each text a default, which its type takes for one that is needed.
      body: body as HomeSettingChanges,
    }),
  )
