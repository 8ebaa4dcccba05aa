import { expect, test } from 'vitest'
import { tempFiles } from '../../../test/fixtures/temp-files.ts'
import { defaultLimits } from '../limits.ts'
import { openPdf } from './document.ts'
import { makePdf } from './pdf.fixture.ts'
import { boxOfLine, readPdfText, readPlainText } from './text.ts'

const write = tempFiles()
const font = '/Resources<</Font<</F 100 0 R>>>>'
const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

async function textOf(page: string, content: string) {
  const pdf = await openPdf(write('text.pdf', makePdf({ pages: [page], content, objects: [helvetica] })), defaultLimits)
  try {
    return readPdfText(pdf, 0).runs
  } finally {
    pdf.close()
  }
}

test('each line comes with its words and its position on the page', async () => {
  const runs = await textOf(
    `[0 0 200 400]${font}`,
    'BT /F 20 Tf 20 300 Td (Hello world) Tj 0 -100 Td (Second line) Tj ET',
  )
  expect(runs.map(({ text }) => text)).toEqual(['Hello world', 'Second line'])
  const [first, second] = runs
  expect(first?.x).toBeCloseTo(0.1, 1)
  expect(first?.width).toBeGreaterThan(0.4)
  expect(first?.width).toBeLessThan(0.6)
  // The baseline at 300 of 400 from below is a quarter of the way down.
  expect(first?.y).toBeGreaterThan(0.18)
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(0.28)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(0.25, 2)
})

test('a word divided at the end of a line is one word in two runs, however close the lines are', async () => {
  const runs = await textOf(
    `[0 0 200 400]${font}`,
    'BT /F 20 Tf 20 300 Td (the harbour of-) Tj 0 -19 Td (fice was closed) Tj ET',
  )
  expect(runs.map(({ text }) => text)).toEqual(['the harbour of', 'fice was closed'])
  expect(runs[1]?.start).toBe('the harbour of'.length)
})

test('two columns are two runs, and the text of a rotated page has its visible position', async () => {
  const columns = await textOf(`[0 0 400 400]${font}`, 'BT /F 10 Tf 20 300 Td (left) Tj 200 0 Td (right) Tj ET')
  expect(columns.map(({ text }) => text)).toEqual(['left', 'right'])
  const [turned] = await textOf(`[0 0 200 400]/Rotate 90 ${font}`, 'BT /F 20 Tf 20 380 Td (Up here) Tj ET')
  // Rotated clockwise, the top becomes the right edge and text runs downwards.
  expect(turned?.x).toBeGreaterThan(0.85)
  expect(turned?.height).toBeGreaterThan(turned?.width ?? 1)
})

test('lines that run downwards are read from first to last, and words divided between them are one', async () => {
  const lines = 'BT /F 10 Tf 12 TL %MATRIX% Tm (first line) Tj T* (the exam-) Tj T* (ination) Tj T* (last line) Tj ET'
  const read = async (page: string, matrix: string) => {
    const content = lines.replace('%MATRIX%', matrix)
    const path = write('down.pdf', makePdf({ pages: [`${page}${font}`], content, objects: [helvetica] }))
    const pdf = await openPdf(path, defaultLimits)
    try {
      const { text, runs } = readPdfText(pdf, 0)
      expect(readPlainText(pdf, 0)).toBe(text)
      // Where the lines are displayed doesn't depend on how often they are read.
      expect(readPdfText(pdf, 0).runs).toEqual(runs)
      return { text, runs }
    } finally {
      pdf.close()
    }
  }
  const expected = 'first line\nthe examination\nlast line'
  const upright = '1 0 0 1 20 300'
  for (const turn of [0, 90, 180, 270])
    expect((await read(`[0 0 400 400]/Rotate ${turn} `, upright)).text).toBe(expected)
  const { runs } = await read('[0 0 400 400]/Rotate 90 ', upright)
  expect(runs.map(({ direction }) => direction)).toEqual(['down', 'down', 'down', 'down'])
  expect(runs[0]?.x).toBeGreaterThan(runs[3]?.x ?? 1)
  // Drawn downwards on an upright page, and drawn for a page that is turned.
  expect((await read('[0 0 400 400]', '0 -1 1 0 300 380')).text).toBe(expected)
  const drawnForTurn = await read('[0 0 400 400]/Rotate 90 ', '0 1 -1 0 100 20')
  expect(drawnForTurn.text).toBe(expected)
  expect(drawnForTurn.runs[0]?.direction).toBe('right')
})

test('a page without text has none, and one that is not there is refused', async () => {
  expect(await textOf('[0 0 200 200]', '0 0 100 100 re f')).toEqual([])
  const pdf = await openPdf(write('one.pdf', makePdf({ pages: ['[0 0 200 200]'] })), defaultLimits)
  expect(() => readPdfText(pdf, 1)).toThrow('There is no page 2.')
  pdf.close()
})

test('a tall mathematical symbol does not make the box of its line taller', () => {
  const letter = (x: number, y: number, height: number) => ({ x, y, width: 0.01, height })
  const line = [letter(0.1, 0.5, 0.02), letter(0.11, 0.48, 0.06), letter(0.12, 0.505, 0.015), undefined]
  const box = boxOfLine(line, 'right')
  expect(box?.x).toBe(0.1)
  expect(box?.width).toBeCloseTo(0.03)
  expect(box?.y).toBe(0.5)
  expect(box?.height).toBeCloseTo(0.02)
  // A lone character keeps its own height.
  expect(boxOfLine([letter(0.1, 0.4, 0.06)], 'right')).toEqual(letter(0.1, 0.4, 0.06))
  expect(boxOfLine([undefined], 'right')).toBeUndefined()
})
