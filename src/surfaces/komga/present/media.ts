import type { BookDto } from '../../../contract/komga/book.ts'
import type { BookView } from '../../../store/book/view.ts'

/** What kind of file it is, and whether it can be read. A book that can be read is ready, whatever else is wrong. */
export function presentMedia(view: BookView): BookDto['media'] {
  const isReady = view.analyzed && view.pageCount > 0
  const isBroken = !isReady && (view.analyzed || view.analysisError !== null)
  return {
    status: isReady ? 'READY' : isBroken ? 'ERROR' : 'UNKNOWN',
    mediaType: mediaTypeOf(view),
    pagesCount: view.pageCount,
    comment: isBroken ? UNREADABLE : '',
    epubDivinaCompatible: view.format === 'epub' && view.layout === 'pages',
    epubIsKepub: false,
    mediaProfile: profileOf(view),
  }
}

/** Komga's "unknown error while analysing": its other numbers are of its own parts. */
const UNREADABLE = 'ERR_1005'

export function profileOf({ format }: Pick<BookView, 'format'>): 'DIVINA' | 'PDF' | 'EPUB' {
  if (format === 'epub') return 'EPUB'
  return format === 'pdf' ? 'PDF' : 'DIVINA'
}

/** The types that apps made for Komga know. */
export function mediaTypeOf({ format, container }: Pick<BookView, 'format' | 'container'>): string {
  if (format === 'epub') return 'application/epub+zip'
  if (format === 'pdf') return 'application/pdf'
  return CONTAINERS[container] ?? 'application/zip'
}

const CONTAINERS: Record<string, string> = {
  rar: 'application/x-rar-compressed; version=5',
  '7z': 'application/x-7z-compressed',
  tar: 'application/x-tar',
}
