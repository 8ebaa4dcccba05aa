import { type PdfComment, readComments } from './comments.ts'
import type { PdfDocument } from './document.ts'
import { readFormFields } from './form-fields.ts'
import { type PdfLink, readLinks } from './links.ts'
import { type RelativePageBox, withPdfPage } from './page-coordinates.ts'
import { findPictures, isDarkPage } from './pictures.ts'
import { renderSmallPreview } from './render.ts'
import { type PageText, readOpenPageText, readPlainTextOrNone } from './text.ts'

/** What a viewer needs for a page besides its image. */
export interface PageContent extends PageText {
  links: PdfLink[]
  comments: PdfComment[]
  formFields: RelativePageBox[]
  /** Photographs and drawings, which aren't inverted when the page is displayed in dark mode. */
  pictures: RelativePageBox[]
  /** The page itself is already light on dark. */
  isDark: boolean
}

export function readPageContent(pdf: PdfDocument, index: number): PageContent {
  return withPdfPage(pdf, index, (pdfium, page, document) => {
    const small = renderSmallPreview(pdfium, page)
    return {
      ...readOpenPageText(pdfium, page),
      links: readLinks(pdfium, document, page),
      comments: readComments(pdfium, page),
      formFields: readFormFields(pdfium, page),
      pictures: small ? findPictures(pdfium, page, small) : [],
      isDark: small !== undefined && isDarkPage(small),
    }
  })
}

/** Reads the text of all pages and passes on each as soon as it is read. `take` returns false to stop. */
export function readAllPageTexts(pdf: PdfDocument, take: (index: number, text: string) => boolean): void {
  for (let index = 0; index < pdf.pageCount; index++) if (!take(index, readPlainTextOrNone(pdf, index))) return
}
