import { expect, it } from 'vitest'
import { unfinishedPicture } from './values'

it.each([
  ['<p>No picture</p>', null],
  ['<img src="/uploads/a.png" alt="A">', null],
  ['<p><img src="blob:x" data-uploading=""></p>', 'uploading'],
  ['<img src="" data-upload-error="">', 'missing'],
  ['<img data-upload-error="">', 'missing'],
  ['<img src="/uploads/a.png"><img src="" alt="">', 'missing'],
])('%s: %s', (html, state) => {
  expect(unfinishedPicture(html)).toBe(state)
})
