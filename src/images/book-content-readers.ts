import type { Publication } from '../formats/publication.ts'
import type { DiskCache } from './disk-cache.ts'
import type { EpubTextReader } from './epub-text-reader.ts'
import type { FilePasswords } from './file-passwords.ts'
import type { PageReader } from './page-reader.ts'
import type { PanelReader } from './panels/panel-reader.ts'
import type { PdfReader } from './pdf-reader.ts'
import type { ThumbnailStore } from './thumbnail-store.ts'
import type { UploadedPictureStore } from './uploaded-picture-store.ts'

/** Readers and stores for the content of books: pages, text and covers. */
export interface BookContentReaders {
  /** Analyses a file outside any library. Nothing is cached; rejects with FormatError. `password`: sealed. */
  readPublication(path: string, password?: string): Promise<Publication>
  filePasswords: FilePasswords
  pages: PageReader
  panels: PanelReader
  /** For EPUBs, which have text instead of pages. */
  texts: EpubTextReader
  /** What a PDF viewer needs besides pages. */
  pdfs: PdfReader
  /** Converted pages and covers. */
  cache: DiskCache
  thumbnails: ThumbnailStore
  /** Uploaded covers. */
  pictures: UploadedPictureStore
}
