import { makeDestinationFinder, type PdfDestination } from './destination.ts'
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
    const find = makeDestinationFinder(pdfium, handle, { maxPages: 100, onlyWide: true })
    const seen = new Set<number>()
    const visit = (parent: number, depth: number): OutlineEntry[] => {
      const entries: OutlineEntry[] = []
      let bookmark = pdfium.call('FPDFBookmark_GetFirstChild', handle, parent)
      while (bookmark !== 0 && !seen.has(bookmark) && seen.size < maxEntries) {
        seen.add(bookmark)
        const entry = { title: titleOf(pdfium, bookmark), ...find(destinationOf(pdfium, handle, bookmark)) }
        const children = depth < deepest ? visit(bookmark, depth + 1) : []
        if (entry.title || children.length > 0) entries.push({ ...entry, title: entry.title || '…', children })
        bookmark = pdfium.call('FPDFBookmark_GetNextSibling', handle, bookmark)
      }
      return entries
    }
    return visit(0, 0)
  })
}

function titleOf(pdfium: Pdfium, bookmark: number): string {
  return pdfium
    .text((address, length) => pdfium.call('FPDFBookmark_GetTitle', bookmark, address, length), 4096)
    .replace(/\s+/g, ' ')
    .trim()
}

function destinationOf(pdfium: Pdfium, handle: number, bookmark: number): number {
  const destination = pdfium.call('FPDFBookmark_GetDest', handle, bookmark)
  if (destination !== 0) return destination
  const action = pdfium.call('FPDFBookmark_GetAction', bookmark)
  return action === 0 ? 0 : pdfium.call('FPDFAction_GetDest', handle, action)
}
