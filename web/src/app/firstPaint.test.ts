// The styles that are written into a page beside its first screen.
import { expect, it } from 'vitest'
import { criticalStyles } from '../../firstPaint'

function critical(css: string, body: string): string {
  const page = new DOMParser().parseFromString(`<body>${body}</body>`, 'text/html')
  return criticalStyles(css, page)
}

it.each([
  ['the rules of elements that are there', '.a{top:0}.b{top:0}', '<p class="a">', '.a{top:0}'],
  ['one selector of several', '.a,.b{top:0}', '<p class="b">', '.b{top:0}'],
  [
    'what is true for a moment',
    '.a:hover{top:0}.b:hover{top:0}',
    '<p class="a">',
    '.a:hover{top:0}',
  ],
  ['parts of elements', '.a:before{top:0}', '<p class="a">', '.a:before{top:0}'],
  [
    'widths',
    '@media (width>=9em){.a{top:0}.b{top:0}}',
    '<p class="a">',
    '@media (min-width:9em){.a{top:0}}',
  ],
  ['layers', '@layer x{.a{top:0}}@layer y{.b{top:0}}', '<p class="a">', '@layer x{.a{top:0}}'],
])('keeps %s', (_what, css, body, kept) => {
  expect(critical(css, body)).toBe(kept)
})

it('keeps variables that are used, also by other variables', () => {
  const css = ':root{--a:var(--b);--b:1px;--c:2px;--d:3px}.x{top:var(--a)}.y{top:var(--c)}'
  const body = '<p class="x" style="left: var(--d)">'
  expect(critical(css, body)).toBe(':root{--a:var(--b);--b:1px;--d:3px}.x{top:var(--a)}')
})

it('keeps animations that are used', () => {
  const css = '@keyframes a{to{top:0}}@keyframes b{to{top:0}}.x{animation:1s a}'
  expect(critical(css, '<p class="x">')).toBe('@keyframes a{to{top:0}}.x{animation:1s a}')
})

it('follows the device where the app has not written the scheme yet', () => {
  const css =
    '[data-mantine-color-scheme="dark"] .x{top:1px}[data-mantine-color-scheme="light"] .x{top:2px}'
  expect(critical(css, '<p class="x">')).toBe(
    '@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]) .x{top:1px}}' +
      '@media (prefers-color-scheme:light){:root:not([data-mantine-color-scheme]) .x{top:2px}}',
  )
})
