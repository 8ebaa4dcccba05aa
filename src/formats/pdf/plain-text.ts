import type { PdfDocument } from './document.ts'

/** A page with more letters than this is no page to read, but a trap. */
const mostLetters = 50_000

/** The words of a page, 0-based, without their places; a page that cannot be read has none. */
export function readPlainText(pdf: PdfDocument, index: number): string {
  return pdf.use('pdf_rendering', (pdfium, handle) => {
    const page = pdfium.call('FPDF_LoadPage', handle, index)
    if (page === 0) return ''
    const text = pdfium.call('FPDFText_LoadPage', page)
    try {
      const letters = text === 0 ? 0 : Math.min(pdfium.call('FPDFText_CountChars', text), mostLetters)
      if (letters <= 0) return ''
      return pdfium.borrow((letters + 1) * 2, (address) => {
        const written = pdfium.call('FPDFText_GetText', text, 0, letters, address)
        const bytes = pdfium.memory.subarray(address, address + Math.max(0, written - 1) * 2)
        return tidy(Buffer.from(bytes).toString('utf16le'))
      })
    } finally {
      if (text !== 0) pdfium.call('FPDFText_ClosePage', text)
      pdfium.call('FPDF_ClosePage', page)
    }
  })
}

/** A word that is divided at the end of a line is one word; PDFium writes U+0002 or U+FFFE for the hyphen it took out. */
function tidy(text: string): string {
  return text
    .replaceAll('\u0002', '\ufffe')
    .replace(/\ufffe\s*/g, '')
    .replace(/(\p{Ll})-\r?\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
}
