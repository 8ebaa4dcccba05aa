import { divinaType, progressionType, webpubType } from '../../contract/readium-media-types.ts'
import type { FullBookView } from '../../store/book/view.ts'
import { readPages, type StoredFile } from '../../store/page/book-files-and-pages.ts'
import type { AppContext } from '../app-context.ts'
import { buildManifest } from '../deliver/epub-resource.ts'
import { bookPaths } from './book-paths.ts'
import { publicationMetadata } from './write-json.ts'

/** The Readium manifest of a book: its documents for an EPUB, its pictures for everything that has pages. */
export async function writeManifest(
  context: AppContext,
  file: StoredFile,
  book: FullBookView,
  to: (path: string) => string,
  resourcesAt: string,
): Promise<{ type: string; manifest: Record<string, unknown> }> {
  const self = { rel: 'self', href: to(bookPaths(book).manifest) }
  const progression = {
    rel: 'http://www.cantook.com/api/progression',
    href: to(bookPaths(book).progression),
    type: progressionType,
  }
  const pages = await readPages(context.db, file)
  if (pages.length === 0) {
    const links = [{ ...self, type: webpubType }, progression]
    const manifest = await buildManifest(context, file, { resourcesAt, links })
    return { type: webpubType, manifest: { ...manifest } }
  }
  const readingOrder = pages.map(({ mediaType, width, height }, index) => ({
    href: to(`books/${book.uid}/pages/${index}`),
    type: file.container === 'pdf' ? 'image/jpeg' : mediaType,
    ...(width && height && { width: Math.round(width), height: Math.round(height) }),
  }))
  return {
    type: divinaType,
    manifest: {
      '@context': 'https://readium.org/webpub-manifest/context.jsonld',
      metadata: { ...publicationMetadata(book, to), conformsTo: 'https://readium.org/webpub-manifest/profiles/divina' },
      links: [{ ...self, type: divinaType }, progression],
      readingOrder,
      resources: [{ href: to(bookPaths(book).cover), type: 'image/jpeg', rel: 'cover' }],
    },
  }
}
