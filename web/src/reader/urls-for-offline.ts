import { bookDetailPath, bookFileUrl } from '../api/book-file-url.ts'
import { api } from '../api/client.ts'
import type { Annotation, Book, BookPageInfo, Page } from '../api/types.ts'
import { apiUrl } from '../api/urls.ts'
import { pageUrlGetter } from './comic/page-loader.ts'
import { publicationFrom, type ReadiumManifest } from './epub/publication.ts'

/** All URLs that the readers request when this book is opened offline. */
export async function urlsForOffline(book: Book, signal: AbortSignal): Promise<string[]> {
  const at = (rest: string) => apiUrl(`/books/${book.id}${rest}`)
  const always = [apiUrl(bookDetailPath(book.id)), at('/adjacent'), at('/bookmarks')]
  if (book.fileFormat === 'epub' || book.fileFormat === 'pdf') always.push(...(await annotationUrls(book.id, signal)))
  if (book.fileFormat === 'epub') {
    const manifest = await api.get<ReadiumManifest>(`/books/${book.id}/manifest`, { signal })
    const base = new URL(at('/manifest'), location.href)
    const chapters = publicationFrom(manifest, [], base).order.map(({ url }) => new URL(url))
    const links = [...manifest.readingOrder, ...(manifest.resources ?? [])].map((link) => new URL(link.href, base))
    const own = [...chapters, ...links]
      .filter((url) => url.origin === location.origin)
      .map((url) => url.pathname + url.search)
    return [...new Set([...always, at('/manifest'), at('/positions'), at('/progression'), ...own])]
  }
  const pages = await api.get<BookPageInfo[]>(`/books/${book.id}/pages`, { signal })
  const source = pageUrlGetter(book.id, pages)
  const pictures = pages.map((page) => source(page.number))
  if (book.fileFormat !== 'pdf') return [...always, at('/pages'), ...pictures]
  const texts = pages.map((page) => bookFileUrl(book.id, `/pages/${page.number}/text`))
  return [...always, at('/pages'), at('/document'), ...pictures, ...texts]
}

/** Page by page, like the readers' requests (annotations/use-annotations.ts). */
async function annotationUrls(bookId: string, signal: AbortSignal): Promise<string[]> {
  const path = `/books/${bookId}/annotations`
  const first = await api.get<Page<Annotation>>(path, { query: { page: 1, pageSize: 500 }, signal })
  const pages = Array.from({ length: Math.max(1, first.totalPages) }, (_, index) => index + 1)
  return pages.map((page) => apiUrl(path, { page, pageSize: 500 }))
}
