import { describe, expect, test } from 'vitest'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { openPdf } from './document.ts'
import { makePdf, type PdfParts } from './pdf.fixture.ts'
import { readPdf } from './read-pdf.ts'
import { renderPdfPage } from './render.ts'

const write = tempFiles()
let count = 0
const file = (bytes: Buffer | string) => write(`${count++}.pdf`, bytes)
const read = (parts: PdfParts) => readPdf(file(makePdf(parts)), defaultLimits)
const letter = '[0 0 612 792]'

describe('a PDF', () => {
  test('has pages with their sizes in points, turned as they are', async () => {
    const pdf = await read({ pages: [letter, '[0 0 300.4 400]/Rotate 90', '[100 100 200 300]'] })
    expect(pdf).toMatchObject({
      kind: 'pdf',
      fileFormat: 'pdf',
      container: 'pdf',
      pageCount: 3,
      layout: 'fixed',
      cover: { page: 0 },
      warnings: [],
    })
    expect(pdf.pages.map(({ fileName, width, height }) => [fileName, width, height])).toEqual([
      ['page-0001', 612, 792],
      ['page-0002', 400, 300],
      ['page-0003', 100, 200],
    ])
    expect(pdf.pages[0]).toMatchObject({ mediaType: 'image/jpeg', size: null, entry: null, bytes: null })
  })

  test('gives its title, authors, keywords and direction', async () => {
    const { metadata, metadataSources } = await read({
      pages: [letter],
      info: "/Title (The \\(Book\\)) /Author (Ann Lee, Bo Ek and Cy) /Subject (About it. ISBN 978-0-553-89784-5) /Keywords (a; b,c) /ModDate (D:20230401073249+02'00')",
      catalog: '/ViewerPreferences<</Direction/R2L>>',
    })
    expect(metadata).toEqual({
      title: 'The (Book)',
      authors: ['Ann Lee', 'Bo Ek', 'Cy'].map((name) => ({ name, role: 'author' })),
      summary: 'About it. ISBN 978-0-553-89784-5',
      isbn: '9780553897845',
      tags: ['a', 'b', 'c'],
      modified: '2023-04-01T05:32:49.000Z',
      readingDirection: 'rtl',
    })
    expect(metadataSources.title).toBe('pdf')
  })

  test('has no title when a program made one up', async () => {
    expect((await read({ pages: [letter], info: '/Title (untitled)' })).metadata).toEqual({})
    for (const title of ['Microsoft Word - My story', 'Microsoft Word - My story.doc', 'My story.docx'])
      expect((await read({ pages: [letter], info: `/Title (${title})` })).metadata).toEqual({ title: 'My story' })
    expect((await read({ pages: [letter], info: '/Title (Microsoft Word - Document1.doc)' })).metadata).toEqual({})
  })

  test('has no value for an empty string', async () => {
    const item = (name: string, list: string) =>
      `<dc:${name}><rdf:${list}><rdf:li>()</rdf:li></rdf:${list}></dc:${name}>`
    const said = item('title', 'Alt') + item('creator', 'Seq') + item('description', 'Seq')
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r" xmlns:dc="d"><rdf:Description>${said}</rdf:Description></rdf:RDF></x:xmpmeta>`
    const { metadata } = await read({
      pages: [letter],
      info: '/Title (\\(\\)) /Author (\\(\\))',
      catalog: '/Metadata 100 0 R',
      objects: [`<</Type/Metadata/Length ${xmp.length}>>stream\n${xmp}\nendstream`],
    })
    expect(metadata).toEqual({})
  })

  test('has metadata from XMP if Info has none', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r" xmlns:dc="d" xmlns:calibre="c"><rdf:Description><dc:format>application/pdf</dc:format>
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator>
      <dc:language><rdf:Bag><rdf:li>de</rdf:li></rdf:Bag></dc:language><calibre:series rdf:parseType="Resource"><rdf:value>S</rdf:value><calibreSI:series_index>2.00</calibreSI:series_index></calibre:series>
      </rdf:Description></rdf:RDF></x:xmpmeta>`
    // A picture from a program that writes PDF may have its own XMP, which must not be used for the document.
    const picture = xmp.replace('From XMP', 'A picture')
    const { metadata } = await read({
      pages: [letter],
      catalog: '/Metadata 100 0 R',
      objects: [xmp, picture].map((text) => `<</Type/Metadata/Length ${text.length}>>stream\n${text}\nendstream`),
    })
    const untitled = await read({
      pages: [letter],
      objects: [`<</Type/Metadata/Length ${picture.length}>>stream\n${picture}\nendstream`],
    })
    expect(untitled.metadata).toEqual({})
    expect(metadata).toEqual({
      title: 'From XMP',
      authors: [
        { name: 'A', role: 'author' },
        { name: 'B', role: 'author' },
      ],
      language: 'de',
      series: 'S',
      number: '2',
    })
  })

  test('has its outline as table of contents, also one that runs in a circle', async () => {
    const { toc } = await read({
      pages: [letter, letter],
      catalog: '/Outlines 100 0 R',
      objects: [
        '<</First 101 0 R/Last 102 0 R>>',
        '<</Title (One)/Dest[1000 0 R/Fit]/Next 102 0 R/First 103 0 R>>',
        '<</Title <FEFF0032>/A<</S/GoTo/D[1001 0 R/Fit]>>/Next 101 0 R>>',
        '<</Title (Inner)/Dest[1001 0 R/Fit]/First 101 0 R>>',
      ],
    })
    expect(toc).toEqual([
      { title: 'One', page: 1, children: [{ title: 'Inner', page: 2, children: [] }] },
      { title: '2', page: 2, children: [] },
    ])
  })

  test('counts pages that are not there, and says so', async () => {
    const pdf = await read({ pages: [letter], count: 3 })
    expect(pdf.pageCount).toBeLessThanOrEqual(3)
    expect(pdf.pages[0]!.width).toBe(612)
  })

  test('does not look for more pages than it has bytes', async () => {
    const pdf = await read({ pages: [letter, letter], count: 99_999 })
    expect(pdf.pageCount).toBe(2)
    expect(pdf.warnings).toEqual([])
  })

  test('is read even with other bytes before its header', async () => {
    const bytes = Buffer.concat([Buffer.alloc(3000, 0x41), makePdf({ pages: [letter] })])
    expect((await readPdf(file(bytes), defaultLimits)).pageCount).toBe(1)
  })
})

describe('what cannot be read', () => {
  const errorOf = async (bytes: Buffer | string) => {
    const error = await readPdf(file(bytes), defaultLimits).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    return error as FormatError
  }

  test('is an error of its own kind, and the next one is read', async () => {
    const whole = makePdf({ pages: [letter] })
    expect(await errorOf('')).toMatchObject({ type: 'format_detection' })
    expect(await errorOf('just text')).toMatchObject({ type: 'format_detection' })
    expect(await errorOf('%PDF-1.7\n')).toMatchObject({ type: 'parser' })
    expect(await errorOf(makePdf({ pages: [] }))).toMatchObject({ type: 'zero_pages' })
    expect(await errorOf(Buffer.concat([whole.subarray(0, 100), Buffer.alloc(400, 0xff)]))).toMatchObject({
      type: 'parser',
    })
    expect((await readPdf(file(whole), defaultLimits)).pageCount).toBe(1)
  })
})

describe('a page', () => {
  const red = { pages: ['[0 0 100 200]'], content: '1 0 0 rg 0 0 100 100 re f' }
  const pixel = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
  ]

  test('is drawn at the size that is asked for, on white, in RGBA', async () => {
    const pdf = await openPdf(file(makePdf(red)), defaultLimits)
    const page = renderPdfPage(pdf, 0, { width: 50 })
    expect(page).toMatchObject({ width: 50, height: 100, data: { length: 50 * 100 * 4 } })
    expect(pixel(page, 25, 25)).toEqual([255, 255, 255, 255])
    expect(pixel(page, 25, 75)).toEqual([255, 0, 0, 255])
    expect(renderPdfPage(pdf, 0, { height: 50 })).toMatchObject({ width: 25, height: 50 })
    expect(renderPdfPage(pdf, 0, { width: 50, height: 50 })).toMatchObject({ width: 25, height: 50 })
    expect(() => renderPdfPage(pdf, 1)).toThrow(expect.objectContaining({ type: 'pdf_rendering' }))
    pdf.close()
    expect(() => renderPdfPage(pdf, 0)).toThrow(expect.objectContaining({ type: 'pdf_rendering' }))
  })

  test('of a strip is drawn down to its end, in proportion', async () => {
    const pdf = await openPdf(file(makePdf({ pages: ['[0 0 20 4000]'], content: '0 0 10 4000 re f' })), defaultLimits)
    const page = renderPdfPage(pdf, 0, { width: 240 })
    expect(page).toMatchObject({ width: 240, height: 48_000 })
    for (const row of [0, 15_999, 16_000, 31_999, 32_001, 47_999]) {
      expect([pixel(page, 60, row)[0], pixel(page, 180, row)[0]], `row ${row}`).toEqual([0, 255])
    }
    expect(renderPdfPage(pdf, 0, { width: 400 })).toMatchObject({ width: 328, height: 65_500 })
    pdf.close()
  })

  test('is drawn smaller when it would cost too much', async () => {
    const pdf = await openPdf(file(makePdf({ ...red, pages: ['[0 0 200000 200000]'] })), {
      ...defaultLimits,
      imagePixels: 1_000_000,
    })
    const page = renderPdfPage(pdf, 0, { width: 50_000 })
    expect(page.width * page.height).toBeLessThanOrEqual(1_001_000)
    pdf.close()
  })

  test('of a large file costs no more memory than one of a small', async () => {
    const path = file(makePdf({ ...red, gap: 128 * 1024 * 1024 }))
    const before = process.memoryUsage()
    const pdf = await openPdf(path, defaultLimits)
    renderPdfPage(pdf, 0, { width: 50 })
    const after = process.memoryUsage()
    pdf.close()
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(48 * 1024 * 1024)
  })
})
