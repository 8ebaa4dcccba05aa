import { expect, test } from 'vitest'
import type { FullBookView } from '../../../store/book/view.ts'
import { presentKomgaMedia } from './media.ts'

const view = (facts: Partial<FullBookView>) =>
  ({ format: 'cbz', fileName: 'a.cbz', container: '', pageCount: 0, analyzed: false, ...facts }) as FullBookView

test('a book that cannot be read says why, behind the number that interfaces translate', () => {
  expect(presentKomgaMedia(view({ analysisError: 'The archive is encrypted.' }))).toMatchObject({
    status: 'ERROR',
    comment: 'ERR_1005 [The archive is encrypted.]',
  })
  expect(presentKomgaMedia(view({ analysisError: null }))).toMatchObject({ status: 'UNKNOWN', comment: '' })
  const withFault = { analyzed: true, pageCount: 3, analysisError: 'A page is broken.' }
  expect(presentKomgaMedia(view(withFault))).toMatchObject({ status: 'READY', comment: '' })
})

test.each([
  ['rar', 'a.cbr', 'application/x-rar-compressed; version=5'],
  ['rar4', 'a.cbr', 'application/x-rar-compressed; version=4'],
  ['zip', 'a.cbr', 'application/zip'],
  ['', 'a.cb7', 'application/x-7z-compressed'],
])('a comic in %s, called %s, is %s', (container, fileName, mediaType) => {
  expect(presentKomgaMedia(view({ container, fileName })).mediaType).toBe(mediaType)
})
