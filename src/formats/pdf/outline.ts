import { findDestination, type PdfDestination } from './destination.ts'
import type { PdfDocument } from './document.ts'
import type { Pdfium } from './pdfium.ts'

const maxEntries = 10_000
const deepest = 32

export interface OutlineEntry extends Partial<PdfDestination> {
  title: string
  children: OutlineEntry[]
}

/** The outline as a table of contents. Outlines may contain cycles, so no entry is visited twice. */
export function readPdfOutline(pdf: PdfDocument): OutlineEntry[] {
  return pdf.use('parser', (pdfium, handle) => {
    const seen = new Set<number>()
    const visit = (parent: number, depth: number): OutlineEntry[] => {
      const entries: OutlineEntry[] = []
      let bookmark = pdfium.call('FPDFBookmark_GetFirstChild', handle, parent)
      while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxEntries) {
        seen.add(bookmark)
        const entry = describe(pdfium, handle, bookmark)
        const children = depth < deepest ? visit(bookmark, depth + 1) : []
        if (entry.title || children.length > 0) entries.push({ ...entry, title: entry.title || '…', children })
        bookmark = pdfium.call('FPDFBookmark_GetNextSibling', handle, bookmark)
      }
      return entries
    }
    return visit(0, 0)
  })
}

function describe(pdfium: Pdfium, handle: number, bookmark: number): { title: string } & Partial<PdfDestination> {
  const title = pdfium
    .text((address, length) => pdfium.call('FPDFBookmark_GetTitle', bookmark, address, length), 4096)
    .replace(/\s+/g, ' ')
    .trim()
  return { title, ...destinationOf(pdfium, handle, bookmark) }
}

function destinationOf(pdfium: Pdfium, handle: number, bookmark: number): PdfDestination | undefined {
  let destination = pdfium.call('FPDFBookmark_GetDest', handle, bookmark)
  if (destination === 0) {
    const action = pdfium.call('FPDFBookmark_GetAction', bookmark)
    if (action !== 0) destination = pdfium.call('FPDFAction_GetDest', handle, action)
  }
  return findDestination(pdfium, handle, destination)
}
