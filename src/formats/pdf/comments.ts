import { makePageBoxConverter, type RelativePageBox, readRect, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'

/** What somebody wrote beside the page, in another program: it is seen only where a viewer shows it. */
export interface PdfComment extends RelativePageBox {
  text: string
  author: string | undefined
  /** The page shows an icon for it; else it belongs to a marked or drawn part of the page. */
  isIcon: boolean
}

const maxComments = 500
const maxLength = 20_000

/** fpdf_annot.h, FPDF_ANNOT_*. What is typed onto the page, links, fields and pop-ups are none. */
const TEXT = 1
const commentTypes = new Set([TEXT, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17])
/** FPDF_ANNOT_FLAG_HIDDEN and _NOVIEW. */
const UNSEEN = 2 | 32

/** The comments of an open page, in the order of the file. */
export function readComments(pdfium: Pdfium, page: number): PdfComment[] {
  const measure = makePageBoxConverter(pdfium, page)
  const comments: PdfComment[] = []
  const count = pdfium.call('FPDFPage_GetAnnotCount', page)
  for (let index = 0; index < count && comments.length < maxComments; index++) {
    const annotation = pdfium.call('FPDFPage_GetAnnot', page, index)
    if (annotation === 0) continue
    try {
      const type = pdfium.call('FPDFAnnot_GetSubtype', annotation)
      if (!commentTypes.has(type) || pdfium.call('FPDFAnnot_GetFlags', annotation) & UNSEEN) continue
      const text = readString(pdfium, annotation, 'Contents')
      const rect = text && pdfium.borrow(16, (address) => readBox(pdfium, annotation, address))
      if (!rect) continue
      const author = readString(pdfium, annotation, 'T') || undefined
      comments.push({ ...roundBox(measure(rect)), text, author, isIcon: type === TEXT })
    } finally {
      pdfium.call('FPDFPage_CloseAnnot', annotation)
    }
  }
  return comments
}

function readBox(pdfium: Pdfium, annotation: number, address: number) {
  return pdfium.call('FPDFAnnot_GetRect', annotation, address) === 0 ? undefined : readRect(pdfium, address)
}

function readString(pdfium: Pdfium, annotation: number, key: string): string {
  return pdfium
    .withName(key, (name) =>
      pdfium.text((address, length) => pdfium.call('FPDFAnnot_GetStringValue', annotation, name, address, length)),
    )
    .replace(/\r\n?/g, '\n')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
