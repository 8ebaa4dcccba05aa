import { divinaMediaType, progressionMediaType, webpubMediaType } from '../../contract/readium-media-types.ts'
import type { FullBookView } from '../../store/book/view.ts'
import { readPages } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { AppContext } from '../app-context.ts'
import { buildEpubManifest } from '../deliver/epub-contents.ts'
import { bookPaths } from './book-paths.ts'
import { presentOpdsPublicationMetadata } from './render-opds-json.ts'

/** The Readium manifest of a book: the documents of an EPUB, the pictures of everything that has pages. */
export async function buildReadiumManifest(
  context: AppContext,
  file: ServedBookFile,
  book: FullBookView,
  to: (path: string) => string,
  resourcesAt: string,
): Promise<{ type: string; manifest: Record<string, unknown> }> {
  const self = { rel: 'self', href: to(bookPaths(book).manifest) }
  const progression = {
    rel: 'http://www.cantook.com/api/progression',
    href: to(bookPaths(book).progression),
    type: progressionMediaType,
  }
  const pages = await readPages(context.db, file)
  if (pages.length === 0) {
    const links = [{ ...self, type: webpubMediaType }, progression]
    const manifest = await buildEpubManifest(context, file, { resourcesAt, links })
    return { type: webpubMediaType, manifest: { ...manifest } }
  }
  const readingOrder = pages.map(({ mediaType, width, height }, index) => ({
    href: to(`books/${book.uid}/pages/${index}`),
    type: file.container === 'pdf' ? 'image/jpeg' : mediaType,
    ...(width && height && { width: Math.round(width), height: Math.round(height) }),
  }))
  return {
    type: divinaMediaType,
    manifest: {
      '@context': 'https://readium.org/webpub-manifest/context.jsonld',
      metadata: {
        ...presentOpdsPublicationMetadata(book, to),
        conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      },
      links: [{ ...self, type: divinaMediaType }, progression],
      readingOrder,
      resources: [{ href: to(bookPaths(book).cover), type: 'image/jpeg', rel: 'cover' }],
    },
  }
}
