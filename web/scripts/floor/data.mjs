// Which browsers of a floor lack a feature, by MDN's browser-compat-data. The floors stand in
// package.json, under `browserslist`.
import { fileURLToPath } from 'node:url'
import bcd from '@mdn/browser-compat-data/forLegacyNode'
import browserslist from 'browserslist'

const names = {
  chrome: 'Chrome',
  webview_android: 'Android WebView',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'Safari on iOS',
}
/** Browserslist's names by those of the data. A WebView is as old as the Chrome whose version it has. */
const listed = {
  chrome: 'chrome',
  webview_android: 'chrome',
  firefox: 'firefox',
  safari: 'safari',
  safari_ios: 'ios_saf',
}

/** Oldest version by browser, for `students` or `back-office`. */
export function floorOf(who) {
  const all = browserslist(undefined, {
    env: who,
    path: fileURLToPath(import.meta.url),
  })
  return Object.fromEntries(
    Object.entries(listed).map(([browser, name]) => {
      const own = all.filter((one) => one.startsWith(`${name} `))
      // A range, such as 14.0-14.4, begins with its oldest.
      const oldest = own.map((one) => Number.parseFloat(one.slice(name.length + 1)))
      if (own.length === 0) throw new Error(`package.json gives ${who} no floor of ${name}`)
      return [browser, Math.min(...oldest)]
    }),
  )
}

/** The later of two floors, by browser. */
export const laterOf = (one, other) =>
  Object.fromEntries(Object.entries(one).map(([name, v]) => [name, Math.max(v, other[name])]))

/** Whether a browser of this version has what these statements say, as a whole or for the most part. */
function has(statements, version, prefix) {
  const number = (text) => {
    if (text === true) return 0
    return typeof text === 'string' && text !== 'preview'
      ? Number.parseFloat(text.replace('≤', ''))
      : Number.POSITIVE_INFINITY
  }
  return [statements ?? []]
    .flat()
    .filter((one) => !one.flags && !one.alternative_name && (one.prefix ?? '') === prefix)
    .some(
      ({ version_added: added, version_removed: removed }) =>
        number(added) <= version && version < number(removed),
    )
}

/** The browsers of a floor that lack a feature, in words: `Chrome 87`. None lacks what the data do not name. */
export function lacking(feature, floor, prefix = '') {
  const support = feature?.__compat?.support
  if (!support) return []
  return Object.entries(floor)
    .filter(([browser, version]) => !has(support[browser], version, prefix))
    .map(([browser, version]) => `${names[browser]} ${version}`)
}

export const { api, css, javascript } = bcd
