import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { make7z } from '../../test/fixtures/make-7z.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { makeRar, makeRar4 } from '../../test/fixtures/make-rar.ts'
import { makeTar } from '../../test/fixtures/make-tar.ts'
import { makeZip } from '../../test/fixtures/make-zip.ts'
import { tempFiles } from '../../test/fixtures/temp-files.ts'
import { FormatError } from './errors.ts'
import { defaultLimits } from './limits.ts'
import { openPublication } from './open-publication.ts'

const write = tempFiles()
const pages = ['1.png', '2.png', '10.png'].map((name, index) => ({ name, data: makePng(10 + index, 20) }))

describe('a file, whatever its extension', () => {
  it.each([
    ['zip', 'cbz', async () => makeZip(pages)],
    ['rar', 'cbr', async () => makeRar(pages)],
    ['rar4', 'cbr', async () => makeRar4(pages)],
    ['7z', 'cbr', () => make7z(Object.fromEntries(pages.map(({ name, data }) => [name, data])))],
    ['tar', 'cbz', async () => makeTar(pages)],
    ['tar', 'cbz', async () => gzipSync(makeTar(pages))],
  ] as const)('is opened as what its bytes are: %s', async (container, fileFormat, make) => {
    const open = await openPublication(write('wrong.pdf', await make()), defaultLimits)
    expect(open.publication).toMatchObject({ container, fileFormat, pageCount: 3 })
    expect(open.publication.pages.map(({ fileName, width }) => [fileName, width])).toEqual([
      ['1.png', 10],
      ['2.png', 11],
      ['10.png', 12],
    ])
    expect(Buffer.from(await open.readPage(2))).toEqual(pages[2]!.data)
    await expect(open.readPage(3)).rejects.toThrow(FormatError)
    open.close()
  })

  it('says which page of a RAR is missing, if it refers to one that the archive lacks', async () => {
    const links = [
      { name: '3.png', linkTo: '1.png', kind: 'copy', size: 1 },
      { name: '4.png', linkTo: 'gone.png', kind: 'copy', size: 1 },
    ] as const
    const open = await openPublication(write('links.cbr', makeRar([...pages, ...links])), defaultLimits)
    const { pages: found, warnings } = open.publication
    expect(found.map(({ fileName, width }) => [fileName, width])).toContainEqual(['3.png', 10])
    expect(warnings).toMatchObject([{ type: 'page_extraction', details: { entry: '4.png' } }])
    open.close()
  })

  it.each([
    ['is empty', ''],
    ['is text', 'just some words'],
    ['is a picture', makePng(3, 3)],
  ])('is refused when it %s', async (_what, content) => {
    await expect(openPublication(write('x.cbz', content), defaultLimits)).rejects.toMatchObject({
      type: 'format_detection',
    })
  })

  it('that is missing is an error of another kind', async () => {
    await expect(openPublication('/nowhere/x.cbz', defaultLimits)).rejects.toMatchObject({ type: 'other' })
  })
})
