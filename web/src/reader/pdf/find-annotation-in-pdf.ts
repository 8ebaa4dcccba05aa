import { queryClient } from '../../api/query-client.ts'
import type { Annotation } from '../../api/types.ts'
import { findPassageOnServer } from '../annotations/find-passage-on-server.ts'
import { locatorOfAnnotation } from '../annotations/locator-range.ts'
import { pdfPageTextQuery } from './pdf-document-info.ts'
import { findPassageOnPage } from './pdf-locator.ts'
import { boxesOfText } from './pdf-text-geometry.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'

/**
 * The current position of an annotated passage: on its page, or on the page it moved to in another edition of the file.
 */
export async function findAnnotationInPdf(bookId: string, pages: number, annotation: Annotation): Promise<PdfTarget> {
  const locator = locatorOfAnnotation(annotation)
  const textOf = (number: number) => queryClient.fetchQuery(pdfPageTextQuery(bookId, number)).catch(() => undefined)
  let page = Math.min(pages, Math.max(1, locator.locations?.position ?? 1))
  let content = await textOf(page)
  let found = content && findPassageOnPage(content, locator)
  const moved = content && !found ? await findPassageOnServer(bookId, locator) : undefined
  if (moved?.page) {
    page = moved.page
    content = await textOf(page)
    found = content && findPassageOnPage(content, locator)
  }
  return { page, box: content && found && boxesOfText(content.runs, found.start, found.end)[0] }
}
