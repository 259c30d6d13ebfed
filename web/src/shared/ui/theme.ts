// Sabi's colours and fonts: deep green, one warm accent, system fonts, spacing in steps of 8
// pixels, light and dark. Text and background have a contrast of at least 4.5:1 (WCAG AA).

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#edf8f2',
  '#d8efe3',
  '#afdec6',
  '#82cca6',
  '#5cbc8b',
  '#3fae78',
  '#218c5a',
  '#147348',
  '#0f5f3b',
  '#0a4229',
]

/** The accent: for what needs attention, never for body text on white. */
const sun: MantineColorsTuple = [
  '#fff7e6',
  '#ffedcc',
  '#ffd999',
  '#ffc561',
  '#ffb433',
  '#ffa916',
  '#f09a00',
  '#b87400',
  '#8f5a00',
  '#663f00',
]

/** Greys with some green, so that dark pages match the brand. */
const dark: MantineColorsTuple = [
  '#e4ece8',
  '#b9c6c0',
  '#94a39c',
  '#6d7c75',
  '#43524b',
  '#324039',
  '#202c26',
  '#18221d',
  '#111915',
  '#0b110e',
]

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  colors: { brand, sun, dark },
  autoContrast: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '16px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(10 40 25 / 6%)',
    sm: '0 1px 3px rgb(10 40 25 / 8%), 0 4px 16px rgb(10 40 25 / 5%)',
    md: '0 2px 6px rgb(10 40 25 / 8%), 0 12px 32px rgb(10 40 25 / 8%)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
})

/** Our own colours for each scheme; CSS modules use them as `var(--sabi-…)`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f8f6',
    '--mantine-color-text': '#16221c',
    '--mantine-color-dimmed': '#55635c',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': brand[7],
    '--mantine-color-placeholder': '#66746d',
    '--mantine-color-default-border': '#cdd8d1',
    '--sabi-surface': '#ffffff',
    '--sabi-surface-raised': '#ffffff',
    '--sabi-line': '#e0e8e3',
    '--sabi-brand-soft': brand[0],
    '--sabi-brand-text': brand[8],
    '--sabi-accent-soft': sun[0],
    '--sabi-accent-text': sun[8],
    '--sabi-good': '#147348',
    '--sabi-good-soft': '#e3f4ea',
    '--sabi-bad': '#b42318',
    '--sabi-bad-soft': '#fdecea',
    '--sabi-neutral': '#5b6963',
    '--sabi-neutral-soft': '#edf1ee',
  },
  dark: {
    '--mantine-color-body': dark[8],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': '#a3b2aa',
    '--mantine-color-error': '#ff9b91',
    '--mantine-color-anchor': brand[3],
    '--mantine-color-placeholder': '#8d9c95',
    '--mantine-color-default-border': dark[4],
    // Mantine's own are darker than the background behind them.
    '--mantine-color-brand-light': '#1c4632',
    '--mantine-color-brand-light-hover': '#22533c',
    '--mantine-color-brand-light-color': brand[2],
    '--mantine-color-gray-light': '#2b3831',
    '--mantine-color-gray-light-hover': '#35443c',
    '--mantine-color-gray-light-color': dark[0],
    '--sabi-surface': dark[7],
    '--sabi-surface-raised': dark[6],
    '--sabi-line': dark[5],
    '--sabi-brand-soft': '#14302268',
    '--sabi-brand-text': brand[2],
    '--sabi-accent-soft': '#3a2a0a',
    '--sabi-accent-text': sun[3],
    '--sabi-good': brand[3],
    '--sabi-good-soft': '#143022',
    '--sabi-bad': '#ff9b91',
    '--sabi-bad-soft': '#3a1714',
    '--sabi-neutral': '#a3b2aa',
    '--sabi-neutral-soft': '#232f29',
  },
})
