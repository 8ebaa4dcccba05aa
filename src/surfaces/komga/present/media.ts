import { extname } from 'node:path'
import type { BookDto } from '../../../contract/komga/books.ts'
import type { FullBookView } from '../../../store/book/view.ts'

/** The type of the file, and whether it can be read. A readable book is ready, whatever else is wrong. */
export function presentKomgaMedia(view: FullBookView): BookDto['media'] {
  const isReady = view.analyzed && view.pageCount > 0
  const isBroken = !isReady && (view.analyzed || view.analysisError !== null)
  return {
    status: isReady ? 'READY' : isBroken ? 'ERROR' : 'UNKNOWN',
    mediaType: komgaMediaTypeOf(view),
    pagesCount: view.pageCount,
    comment: isBroken ? complaintOf(view) : '',
    epubDivinaCompatible: view.format === 'epub' && view.layout === 'pages',
    epubIsKepub: false,
    mediaProfile: komgaMediaProfileOf(view),
  }
}

/**
 * Komga's "unknown error while analysing", followed by the actual one: only the code is translated, the rest is shown.
 */
const complaintOf = ({ analysisError }: FullBookView): string =>
  analysisError === null ? 'ERR_1005' : `ERR_1005 [${analysisError}]`

export function komgaMediaProfileOf({ format }: Pick<FullBookView, 'format'>): 'DIVINA' | 'PDF' | 'EPUB' {
  if (format === 'epub') return 'EPUB'
  return format === 'pdf' ? 'PDF' : 'DIVINA'
}

/** The media types that apps made for Komga know. For a file that couldn't be opened there is only its name. */
export function komgaMediaTypeOf({
  format,
  container,
  fileName,
}: Pick<FullBookView, 'format' | 'container' | 'fileName'>): string {
  if (format === 'epub') return 'application/epub+zip'
  if (format === 'pdf') return 'application/pdf'
  return CONTAINERS[container || extname(fileName).slice(1).toLowerCase()] ?? 'application/zip'
}

const RAR = 'application/x-rar-compressed; version=5'
const RAR4 = 'application/x-rar-compressed; version=4'
const SEVEN = 'application/x-7z-compressed'
const TAR = 'application/x-tar'
const CONTAINERS: Record<string, string> = {
  rar: RAR,
  rar4: RAR4,
  cbr: RAR,
  '7z': SEVEN,
  cb7: SEVEN,
  tar: TAR,
  cbt: TAR,
}
