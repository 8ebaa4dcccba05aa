import { queryOptions } from '@tanstack/react-query'
import type { PdfDocumentInfo, PdfOutlineItem, PdfPageText } from '../../../../src/contract/pdf.ts'
import { bookFileUrl, fileVersionOf } from '../../api/book-file-url.ts'
import { api } from '../../api/client.ts'
import type { BookPageInfo } from '../../api/types.ts'
import { apiUrl } from '../../api/urls.ts'
import type { Size } from './pdf-layout.ts'

export const pdfDocumentQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['pdf', bookId, fileVersionOf(bookId)],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.get<PdfDocumentInfo>(`/books/${bookId}/document`, { signal }),
  })

export const pdfPageTextQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: ['pdf-page', bookId, page, fileVersionOf(bookId)],
    staleTime: Number.POSITIVE_INFINITY,
    // Keeps few pages in memory, even after scrolling through thousands.
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      api.get<PdfPageText>(`/books/${bookId}/pages/${page}/text`, { query: { v: fileVersionOf(bookId) }, signal }),
  })

/** An account may be denied downloads whatever its permissions are: asks the server. */
export const isDownloadAllowedQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['may-download', bookId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const url = apiUrl(`/books/${bookId}/file`)
      return (await fetch(url, { method: 'HEAD', credentials: 'same-origin', signal })).ok
    },
    retry: false,
  })

/** The same URL as in a download, so that it works offline. */
export const pdfPageUrl = (bookId: string, page: number) => bookFileUrl(bookId, `/pages/${page}`)

/** In a resolution for printing, or for saving as an image. */
export const printablePdfPageUrl = (bookId: string, page: number) =>
  bookFileUrl(bookId, `/pages/${page}`, { width: 2400 })

const usual: Size = { width: 612, height: 792 }

/** Downloads from before the viewer existed only contain the list of pages. */
export function pdfPageSizes(document: PdfDocumentInfo | undefined, pages: BookPageInfo[]): Size[] {
  return pages.map((page, index) => {
    const known = document?.pages[index]
    if (known) return known
    return page.width && page.height ? { width: page.width, height: page.height } : usual
  })
}

export type PdfChapter = { title: string; page: number | null; top: number | null; depth: number; key: string }

/** The outline as a flat list, in its own order. */
export function chaptersOfOutline(outline: PdfOutlineItem[], depth = 0, prefix = ''): PdfChapter[] {
  return outline.flatMap(({ title, page, top, children }, index) => [
    { title, page, top, depth, key: `${prefix}${index}` },
    ...chaptersOfOutline(children, depth + 1, `${prefix}${index}.`),
  ])
}

/** The chapter of a page: the last one that starts on it or before it. */
export function chapterAtPage(chapters: PdfChapter[], page: number): PdfChapter | undefined {
  let found: PdfChapter | undefined
  for (const chapter of chapters)
    if (chapter.page !== null && chapter.page <= page && chapter.page >= (found?.page ?? 0)) found = chapter
  return found
}

export function pdfPageLabel(document: PdfDocumentInfo | undefined, page: number): string {
  return document?.labels?.[page - 1] ?? String(page)
}

/** Finds the page for typed text: a label of the document, else a page number. */
export function pageNumberFromLabel(
  document: PdfDocumentInfo | undefined,
  count: number,
  typed: string,
): number | undefined {
  const wanted = typed.trim().toLowerCase()
  const labelled = document?.labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1
  if (labelled >= 0) return labelled + 1
  const number = Number(wanted)
  return wanted !== '' && Number.isInteger(number) && number >= 1 && number <= count ? number : undefined
}
