import { makePageBoxConverter, type RelativePageBox, roundBox } from './page-coordinates.ts'
import type { Pdfium } from './pdfium.ts'
import { annotationRect, visibleAnnotations } from './visible-annotations.ts'

/** A comment that was added in another program. It isn't part of the drawn page: the viewer has to show it. */
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

/** The comments of an open page, in the order of the file. */
export function readComments(pdfium: Pdfium, page: number): PdfComment[] {
  const measure = makePageBoxConverter(pdfium, page)
  const comments: PdfComment[] = []
  for (const annotation of visibleAnnotations(pdfium, page)) {
    if (!commentTypes.has(annotation.type)) continue
    const text = readString(pdfium, annotation.handle, 'Contents')
    const rect = text && annotationRect(pdfium, annotation)
    if (!rect) continue
    const author = readString(pdfium, annotation.handle, 'T') || undefined
    comments.push({ ...roundBox(measure(rect)), text, author, isIcon: annotation.type === TEXT })
    if (comments.length === maxComments) break
  }
  return comments
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
