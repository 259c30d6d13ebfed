// Style sheets take spacing, text sizes, radii and colours from tokens (src/shared/ui/tokens.css) and the
// theme's variables, and change layout at the widths below. An exception needs a comment with its reason.
import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('src/shared/ui/tokens.css', import.meta.url), 'utf8')
const names = [...tokens.matchAll(/^ *--([\w-]+):/gm)].map(([, name]) => name)

// Hairlines and the offsets of drawings are not on the scale.
const radius = /(?<![\w.])(?![0-3]px)\d*\.?\d+(px|rem)\b/
const space = /(?<![\w.])(?![013]px)\d*\.?\d+(px|rem)\b/

export default {
  reportNeedlessDisables: true,
  reportDescriptionlessDisables: true,
  rules: {
    'declaration-property-value-disallowed-list': [
      {
        '/^(margin|padding|inset)(-|$)|^(row-|column-|--)?gap$|^(top|right|bottom|left)$/': [space],
        'font-size': [/\d(px|rem)\b/],
        '/^border-.*radius$/': [radius],
        // Controls.
        '/^(min-)?(width|height)$/': [/\b(36|44)px\b/],
        // Shadows are black, more or less transparent.
        '/^(?!box-shadow$|--shadow$)/': [/#[\da-f]{3,8}\b/i, /\b(rgb|hsl)a?\(/],
        // One system; and a misspelt name would be no value at all.
        '/./': [
          /var\(--mantine-spacing-/,
          new RegExp(`var\\(--(?=(space|font-size|radius)-)(?!(${names.join('|')})\\b)`),
        ],
      },
      { message: (property, value) => `${property}: ${value} has no token` },
    ],
    'media-feature-name-value-allowed-list': {
      'min-width': ['36em', '37.5em', '48em', '62em', '62.5em'],
      'max-width': ['18em', '22em', '30em', '35.99em', '47.99em', '55em', '61.99em', '68em'],
      'min-height': ['26em'],
      'max-height': ['20em', '30em'],
    },
  },
  overrides: [
    {
      files: ['src/shared/ui/tokens.css'],
      rules: { 'declaration-property-value-disallowed-list': null },
    },
  ],
}
