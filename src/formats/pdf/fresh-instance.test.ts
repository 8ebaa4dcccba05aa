import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { corpus, needsCorpus } from '../../../test/fixtures/corpus.ts'
import { FormatError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { withPdf } from './document.ts'
import { makePdf } from './pdf.fixture.ts'
import { discardPdfium } from './pdfium.ts'
import { renderPdfPage } from './render.ts'

const folder = mkdtempSync(join(tmpdir(), 'fresh-instance-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'a.pdf')

/** The amount of ink on the first page. */
const inkOf = (file: string): Promise<number> =>
  withPdf(file, defaultLimits, (pdf) => {
    const { data } = renderPdfPage(pdf, 0, { width: 100 })
    return data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + 255 - value), 0)
  })

test('what fails in a used instance is tried once more in a fresh one, and no third time', async () => {
  writeFileSync(path, makePdf({ pages: ['[0 0 100 100]'] }))
  let tries = 0
  const failing = (times: number) => () => {
    tries += 1
    if (tries <= times) throw new FormatError('pdf_rendering', 'The page cannot be drawn.')
    return 'drawn'
  }
  discardPdfium()
  await expect(withPdf(path, defaultLimits, failing(1))).rejects.toThrow('cannot be drawn')
  expect(tries).toBe(1)
  await inkOf(path)
  tries = 0
  expect(await withPdf(path, defaultLimits, failing(1))).toBe('drawn')
  expect(tries).toBe(2)
  await inkOf(path)
  tries = 0
  await expect(withPdf(path, defaultLimits, failing(9))).rejects.toThrow('cannot be drawn')
  expect(tries).toBe(2)
  // An error with details isn't caused by the instance, so there is no retry.
  await inkOf(path)
  tries = 0
  const sure = () => {
    tries += 1
    throw new FormatError('parser', 'needs a password', { encrypted: true })
  }
  await expect(withPdf(path, defaultLimits, sure)).rejects.toThrow('password')
  expect(tries).toBe(1)
})

test('a damaged JPX takes no other PDF with it', needsCorpus, async () => {
  const whole = readFileSync(join(corpus, 'pdf/pdf.js/jp2k-resetprob.pdf'))
  const good = join(folder, 'good.pdf')
  writeFileSync(good, whole)
  const ink = await inkOf(good)
  expect(ink).toBeGreaterThan(0)
  const codestream = whole.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]))
  let seed = 7
  const below = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff
    return seed % max
  }
  for (let round = 0; round < 30; round += 1) {
    const damaged = Buffer.from(whole)
    for (let byte = 0; byte <= round % 8; byte += 1)
      damaged[codestream + 4 + below(round % 2 ? 120 : 2000)] = below(256)
    writeFileSync(path, damaged)
    await inkOf(path).catch((error) => expect(error).toBeInstanceOf(FormatError))
    expect(await inkOf(good), `after round ${round}`).toBe(ink)
  }
})
