import { expect, test } from 'vitest'
import { makeManual } from '../../../test/fixtures/make-manual.ts'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { defaultLimits } from '../limits.ts'
import { type PdfDocument, withPdf } from './document.ts'
import { readAllPageTexts, readPageContent } from './page-content.ts'
import { makePdf } from './pdf.fixture.ts'
import { readPdfOverview } from './pdf-overview.ts'
import { renderPdfPage, renderPdfRegion } from './render.ts'
import { readPdfText, readPlainText } from './text.ts'

const write = tempFiles()
let files = 0
const open = <T>(bytes: Uint8Array, work: (pdf: PdfDocument) => T): Promise<T> =>
  withPdf(write(`viewer-${files++}.pdf`, bytes), defaultLimits, work)

const manual = makeManual({ pages: 6, photosOn: [2], darkPages: [3] })

test('a document gives its page sizes, labels, and outline with targets', async () => {
  const { pages, labels, outline } = await open(manual, readPdfOverview)
  expect(pages[0]).toEqual({ width: 612, height: 792 })
  // Page 4 is rotated.
  expect(pages[3]).toEqual({ width: 792, height: 612 })
  expect(labels).toEqual(['i', 'ii', '1', '2', '3', '4'])
  expect(outline.map(({ title, page }) => [title, page])).toEqual([
    ['Preface', 1],
    ['First steps', 3],
    ['The end', 6],
  ])
  expect(outline[1]?.top).toBeCloseTo(1 - 700 / 792, 3)
  expect(outline[1]?.children[0]?.children[0]).toMatchObject({ title: 'A smaller detail', page: 5 })
})

test('a document without labels has none', async () => {
  const plain = makePdf({ pages: ['[0 0 200 300]', '[0 0 200 300]'] })
  expect((await open(plain, readPdfOverview)).labels).toBeNull()
})

test('links lead to a page or to the web, and nowhere else', async () => {
  const { links } = await open(manual, (pdf) => readPageContent(pdf, 0))
  expect(links).toHaveLength(2)
  expect(links[0]).toMatchObject({ page: 5, top: 0.5 })
  expect(links[0]?.x).toBeCloseTo(72 / 612, 3)
  expect(links[0]?.y).toBeCloseTo(1 - 620 / 792, 3)
  expect(links[1]).toMatchObject({ url: 'https://example.org/manual?a=1' })
})

test('targets on turned and cropped pages are as far down as they are seen', async () => {
  const link = (y: number, to: string) => `<</Type/Annot/Subtype/Link/Rect[0 ${y} 50 ${y + 10}]/Dest[${to}]>>`
  const links = makePdf({
    pages: [
      '[0 0 200 300]/Annots[100 0 R 101 0 R 102 0 R]',
      '[0 0 200 300]/Rotate 90',
      '[0 0 200 300]/CropBox[0 100 200 200]',
    ],
    objects: [link(10, '1001 0 R/XYZ 50 290 0'), link(30, '1002 0 R/XYZ 0 175 0'), link(50, '1001 0 R/XYZ null 290 0')],
  })
  const content = await open(links, (pdf) => readPageContent(pdf, 0))
  expect(content.links.map(({ page, top }) => [page, top])).toEqual([
    [2, 0.25],
    [3, 0.25],
    [2, 0],
  ])
})

test('a web address without its scheme is a link, too; what a browser would run is none', async () => {
  const uri = (y: number, text: string) =>
    `<</Type/Annot/Subtype/Link/Rect[0 ${y} 50 ${y + 10}]/A<</S/URI/URI(${text})>>>>`
  const links = makePdf({
    pages: ['[0 0 200 300]/Annots[100 0 R 101 0 R]'],
    objects: [uri(10, 'www.example.org/a'), uri(30, 'javascript:alert\\(1\\)')],
  })
  const content = await open(links, (pdf) => readPageContent(pdf, 0))
  expect(content.links.map(({ url }) => url)).toEqual(['http://www.example.org/a'])
})

test('comments of other programs are found with their authors, hidden ones are not', async () => {
  const [first, second] = await open(manual, (pdf) => [0, 1].map((index) => readPageContent(pdf, index)))
  expect(first?.comments).toEqual([])
  expect(second?.comments).toEqual([
    expect.objectContaining({ author: 'Ada', text: 'Is this fox still quick?\nI doubt it.', isIcon: true }),
    expect.objectContaining({ author: undefined, text: 'Well put', isIcon: false }),
  ])
  expect(second?.comments[0]?.x).toBeCloseTo(400 / 612, 3)
  expect(second?.comments[0]?.y).toBeCloseTo(1 - 710 / 792, 3)
})

test('form fields are found where they are', async () => {
  const [second, third] = await open(manual, (pdf) => [1, 2].map((index) => readPageContent(pdf, index)))
  expect(second?.formFields).toEqual([])
  expect(third?.formFields).toHaveLength(1)
  expect(third?.formFields[0]?.x).toBeCloseTo(72 / 612, 3)
  expect(third?.formFields[0]?.y).toBeCloseTo(1 - 420 / 792, 3)
  expect(third?.formFields[0]?.width).toBeCloseTo(228 / 612, 3)
})

test('an address that is only written is a link too', async () => {
  const written = makeManual({ pages: 1, linesOf: () => ['See https://example.com/a-page for more.'] })
  const { links } = await open(written, (pdf) => readPageContent(pdf, 0))
  expect(links.find(({ url }) => url?.startsWith('https://example.com/'))?.url).toBe('https://example.com/a-page')
})

test('photographs are distinguished from text, and dark pages from light ones', async () => {
  const [text, photo, dark] = await open(manual, (pdf) => [0, 1, 2].map((index) => readPageContent(pdf, index)))
  expect(text?.pictures).toEqual([])
  expect(text?.isDark).toBe(false)
  expect(photo?.pictures).toHaveLength(1)
  expect(photo?.pictures[0]?.x).toBeCloseTo(72 / 612, 2)
  expect(photo?.pictures[0]?.height).toBeCloseTo(200 / 792, 2)
  expect(dark?.isDark).toBe(true)
})

test('the text of a page is the same with and without positions, and every run says where it is in it', async () => {
  await open(manual, (pdf) => {
    for (let index = 0; index < pdf.pageCount; index++) {
      const { text, runs } = readPdfText(pdf, index)
      expect(readPlainText(pdf, index)).toBe(text)
      for (const run of runs) {
        expect(text.slice(run.start, run.start + run.text.length)).toBe(run.text)
        expect(run.edges).toHaveLength(run.text.length + 1)
        expect(run.edges).toEqual(run.edges.toSorted((one, other) => one - other))
      }
    }
  })
})

test('the edges of characters are where the characters are', async () => {
  const { runs } = await open(manual, (pdf) => readPdfText(pdf, 0))
  const line = runs.find(({ text }) => text.startsWith('The quick'))!
  expect(line.direction).toBe('right')
  expect(line.edges[0]).toBeCloseTo(line.x, 4)
  expect(line.edges.at(-1)).toBeCloseTo(line.x + line.width, 3)
  // T is 0.611 of the size wide in Helvetica.
  expect((line.edges[1]! - line.edges[0]!) * 612).toBeCloseTo(16 * 0.611, 0)
})

test('a line that runs downwards is one run', async () => {
  const { runs } = await open(manual, (pdf) => readPdfText(pdf, 3))
  expect(runs.map(({ direction }) => direction)).toContain('down')
  expect(runs.find(({ text }) => text === 'This is page 4 of the manual.')?.direction).toBe('down')
})

test('all text comes page by page, and a page that cannot be read has none', async () => {
  const texts: string[] = []
  await open(manual, (pdf) => readAllPageTexts(pdf, (_, text) => texts.push(text) < 4))
  expect(texts).toHaveLength(4)
  expect(texts[1]).toContain('Needle number 2.')
  const lying: string[] = []
  await open(makePdf({ pages: ['[0 0 200 300]'], count: 3 }), (pdf) =>
    readAllPageTexts(pdf, (_, text) => {
      lying.push(text)
      return true
    }),
  )
  expect(lying.every((text) => text === '')).toBe(true)
})

test('a tile shows the same as that part of the whole page', async () => {
  await open(manual, (pdf) => {
    const whole = renderPdfPage(pdf, 0, { width: 1200 })
    const part = renderPdfRegion(pdf, 0, { scaledWidth: 1200, left: 100, top: 130, width: 300, height: 200 })!
    expect([part.width, part.height]).toEqual([300, 200])
    let different = 0
    for (let y = 0; y < 200; y++)
      for (let x = 0; x < 300; x++)
        if (Math.abs(part.data[(y * 300 + x) * 4]! - whole.data[((y + 130) * 1200 + x + 100) * 4]!) > 40) different++
    expect(different).toBeLessThan(60)
    expect(part.data.some((value, at) => at % 4 === 0 && value < 100)).toBe(true)
  })
})

test('the last tiles are smaller, and beside the page there is none', async () => {
  await open(manual, (pdf) => {
    const region = { scaledWidth: 1500, width: 1024, height: 1024 }
    expect(renderPdfRegion(pdf, 0, { ...region, left: 1024, top: 0 })?.width).toBe(476)
    expect(renderPdfRegion(pdf, 0, { ...region, left: 0, top: 1024 })?.height).toBe(1941 - 1024)
    expect(renderPdfRegion(pdf, 0, { ...region, left: 0, top: 2048 })).toBeUndefined()
    expect(() => renderPdfRegion(pdf, 6, { ...region, left: 0, top: 0 })).toThrow('There is no page 7.')
  })
})
