import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpus, hasCorpus } from '../../test/fixtures/corpus.ts'
import { pdfWithPassword, pdfWithPolishPassword } from '../../test/fixtures/encrypted-pdf.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { encryptWith7z, zipWith7z } from '../../test/fixtures/pack-with-7z.ts'
import { tempFiles } from '../../test/fixtures/temp-files.ts'
import { zipWithPasswordBytes } from '../../test/fixtures/zip-with-password-bytes.ts'
import { defaultLimits } from './limits.ts'
import { openPublication } from './open-publication.ts'

const write = tempFiles()
const pages = { '1.png': makePng(30, 40), '2.png': makePng(50, 60) }
const locked = { details: { encrypted: true } }

const archives = {
  'a ZIP': () => encryptWith7z(pages, { type: 'zip', password: 'secret' }),
  'a 7z': () => encryptWith7z(pages, { type: '7z', password: 'secret' }),
  // Unpacked with a wrong password, its first page is as long as it should be.
  'a 7z that isn’t compressed': () => encryptWith7z(pages, { type: '7z', password: 'secret', level: 0 }),
  'a 7z with hidden names': () => encryptWith7z(pages, { type: '7z', password: 'secret', hidesNames: true }),
}

test.each(Object.entries(archives))('%s opens with its password only', async (name, make) => {
  const path = write(`${name}.cbz`, await make())
  await expect(openPublication(path, defaultLimits)).rejects.toMatchObject(locked)
  await expect(openPublication(path, defaultLimits, { password: 'Secret' })).rejects.toMatchObject(locked)
  const { publication, readPage, close } = await openPublication(path, defaultLimits, { password: 'secret' })
  expect(publication.pages.map(({ width, height, bytes }) => [width, height, bytes])).toEqual([
    [30, 40, null],
    [50, 60, null],
  ])
  expect(publication.warnings).toEqual([])
  expect(Buffer.from(await readPage(1)).equals(pages['2.png'])).toBe(true)
  close()
})

test.each([
  ['UTF-8', Buffer.from('Größe')],
  ['the code page of Windows', Buffer.from('Größe', 'latin1')],
  ['the code page of DOS', Buffer.from('Gr\x94\xe1e', 'latin1')],
])('a ZIP opens with letters in %s', async (name, bytes) => {
  const path = write(`${name}.cbz`, zipWithPasswordBytes(pages, bytes))
  await expect(openPublication(path, defaultLimits, { password: 'Grösse' })).rejects.toMatchObject(locked)
  const { publication, readPage, close } = await openPublication(path, defaultLimits, { password: 'Größe' })
  expect(publication.pages.map(({ width }) => width)).toEqual([30, 50])
  expect(Buffer.from(await readPage(1)).equals(pages['2.png'])).toBe(true)
  close()
})

test('a PDF opens with its password only', async () => {
  const path = write('locked.pdf', pdfWithPassword)
  await expect(openPublication(path, defaultLimits)).rejects.toMatchObject(locked)
  await expect(openPublication(path, defaultLimits, { password: '' })).rejects.toMatchObject(locked)
  await expect(openPublication(path, defaultLimits, { password: 'sécret' })).rejects.toMatchObject(locked)
  expect((await openPublication(path, defaultLimits, { password: 'secret' })).publication.pageCount).toBe(3)
})

test('a PDF opens with letters outside Latin-1', async () => {
  const path = write('polish.pdf', pdfWithPolishPassword)
  await expect(openPublication(path, defaultLimits, { password: 'haslo' })).rejects.toMatchObject(locked)
  expect((await openPublication(path, defaultLimits, { password: 'hasło' })).publication.pageCount).toBe(1)
})

test('a password changes nothing for an archive without one', async () => {
  const path = write('open.cbz', await zipWith7z(pages, 'Deflate'))
  const { publication, close } = await openPublication(path, defaultLimits, { password: 'secret' })
  expect(publication.pages.every(({ bytes }) => bytes !== null)).toBe(true)
  close()
})

describe.skipIf(!hasCorpus)('archives of other programs', () => {
  test.each([
    ['made/same-book/rar5-encrypted.cbr', 'secret', 12],
    ['made/same-book/rar5-header-encrypted.cbr', 'secret', 12],
    ['rar/komga/rar4-encrypted.rar', 'komga', 1],
    ['7z/komga/7zip-encrypted.7z', 'komga', 1],
    ['made/pdf/encrypted-rc4-128-user.pdf', 'user', 4],
    ['made/pdf/encrypted-r6-user-password.pdf', 'user', 4],
  ])('%s opens with its password only', async (name, password, count) => {
    const path = join(corpus, name)
    await expect(openPublication(path, defaultLimits, { password: 'wrong' })).rejects.toMatchObject(locked)
    const { publication, close } = await openPublication(path, defaultLimits, { password })
    expect(publication.pageCount).toBe(count)
    close()
  })
})
