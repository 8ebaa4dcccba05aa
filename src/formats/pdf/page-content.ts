import type { PdfDocument } from './document.ts'
import { type PdfLink, readLinks } from './links.ts'
import { type RelativePageBox, withPdfPage } from './page-coordinates.ts'
import { findPictures, isDarkPage } from './pictures.ts'
import { renderSmallPreview } from './render.ts'
import { type PageText, readOpenPageText, readPlainTextOrNone } from './text.ts'

/** What a viewer needs of a page besides its picture. */
export interface PageContent extends PageText {
  links: PdfLink[]
  /** Photographs and drawings, which stay as they are when the page is shown light on dark. */
  pictures: RelativePageBox[]
  /** The page is light on dark by itself. */
  isDark: boolean
}

export function readPageContent(pdf: PdfDocument, index: number): PageContent {
  return withPdfPage(pdf, index, (pdfium, page, document) => {
    const small = renderSmallPreview(pdfium, page)
    return {
      ...readOpenPageText(pdfium, page),
      links: readLinks(pdfium, document, page),
      pictures: small ? findPictures(pdfium, page, small) : [],
      isDark: small !== undefined && isDarkPage(small),
    }
  })
}

/** Pages of a document whose text is asked for at once, each handed over as soon as it is read. False: no more. */
export function readAllPageTexts(pdf: PdfDocument, take: (index: number, text: string) => boolean): void {
  for (let index = 0; index < pdf.pageCount; index++) if (!take(index, readPlainTextOrNone(pdf, index))) return
}
