import { FormatError } from '../../errors.ts'
import type { PdfDocument } from '../document.ts'
import type { Pdfium } from '../pdfium.ts'
import type { FontScript } from './font-faces.ts'

/**
 * Loads a page (0-based) and runs `work` on it. If the page uses a font that isn't embedded, PDFium falls back to one
 * of its own, which are Latin only. If the text needs another script, the document is reopened with fonts that support
 * it.
 */
export function withSubstituteFonts<T>(pdf: PdfDocument, index: number, work: (page: OpenPage) => T): T {
  const [needed, done] = withPage(pdf, index, undefined, (page): [FontScript] | [undefined, T] => {
    const script = page.pdfium.fonts.usedBuiltIn ? scriptNeeded(page.pdfium, page.page) : undefined
    return script ? [script] : [undefined, draw(page, work)]
  })
  if (!needed) return done as T
  // PDFium keeps its choice of a font as long as the document is open.
  pdf.reload()
  return withPage(pdf, index, needed, (page) => draw(page, work))
}

interface OpenPage {
  pdfium: Pdfium
  document: number
  page: number
}

function withPage<T>(pdf: PdfDocument, index: number, needed: FontScript | undefined, work: (page: OpenPage) => T): T {
  return pdf.use('pdf_rendering', (pdfium, document) => {
    pdfium.fonts.needed = needed
    pdfium.fonts.usedBuiltIn = false
    const page = pdfium.call('FPDF_LoadPage', document, index)
    try {
      if (page === 0) throw new FormatError('pdf_rendering', `Page ${index + 1} is damaged.`)
      return work({ pdfium, document, page })
    } finally {
      pdfium.fonts.needed = undefined
      if (page !== 0) pdfium.call('FPDF_ClosePage', page)
    }
  })
}

function draw<T>(page: OpenPage, work: (page: OpenPage) => T): T {
  // Characters missing from a font are rendered with another one, as are fields and annotations, which are loaded only
  // now.
  page.pdfium.fonts.needed ??= 'alphabets'
  return work(page)
}

/** Enough characters to detect the script of a page. */
const maxLetters = 20_000

/** The script, beyond Latin, that text rendered in PDFium's own fonts needs. */
function scriptNeeded(pdfium: Pdfium, page: number): FontScript | undefined {
  const text = pdfium.call('FPDFText_LoadPage', page)
  if (text === 0) return undefined
  try {
    const letters = Math.min(pdfium.call('FPDFText_CountChars', text), maxLetters)
    let found: FontScript | undefined
    for (let letter = 0; letter < letters; letter++) {
      const code = pdfium.call('FPDFText_GetUnicode', text, letter) >>> 0
      // The most frequent case first: this runs for every character of the page.
      if (code < 0x100) continue
      const script = scriptOf(code)
      if (!script || script === found || !isBuiltIn(pdfium, text, letter)) continue
      // Kana and Hangul identify the language; ideographs are shared by several.
      if (script === 'japanese' || script === 'korean') return script
      if (found !== 'simplified') found = script
    }
    return found
  } finally {
    pdfium.call('FPDFText_ClosePage', text)
  }
}

function scriptOf(code: number): FontScript | undefined {
  if (code < 0x530 || (code >= 0x1e00 && code < 0x2000)) return 'alphabets'
  if (code < 0x1100) return undefined
  if (code < 0x1200 || (code >= 0xac00 && code < 0xd7b0) || (code >= 0x3130 && code < 0x3190)) return 'korean'
  if ((code >= 0x3040 && code < 0x3100) || (code >= 0xff66 && code < 0xffa0)) return 'japanese'
  if ((code >= 0x3000 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || (code >= 0x2_0000 && code < 0x3_0000))
    return 'simplified'
  return undefined
}

/** Family names of the fonts inside PDFium. */
const builtInFamily = /^chrom/i

function isBuiltIn(pdfium: Pdfium, text: number, letter: number): boolean {
  const object = pdfium.call('FPDFText_GetTextObject', text, letter)
  const font = object === 0 ? 0 : pdfium.call('FPDFTextObj_GetFont', object)
  if (font === 0 || pdfium.call('FPDFFont_GetIsEmbedded', font) === 1) return false
  return pdfium.borrow(64, (address) => {
    const length = pdfium.call('FPDFFont_GetFamilyName', font, address, 64)
    return builtInFamily.test(Buffer.from(pdfium.memory.subarray(address, address + length - 1)).toString('latin1'))
  })
}
