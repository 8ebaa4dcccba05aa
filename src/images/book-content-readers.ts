import type { Publication } from '../formats/publication.ts'
import type { DiskCache } from './disk-cache.ts'
import type { EpubTextReader } from './epub-text-reader.ts'
import type { PageReader } from './page-reader.ts'
import type { PanelReader } from './panels/panel-reader.ts'
import type { PdfReader } from './pdf-reader.ts'
import type { ThumbnailStore } from './thumbnail-store.ts'
import type { UploadedPictureStore } from './uploaded-picture-store.ts'

/** What is shown of a book: its pages or its text, and its cover, for whoever serves or makes them. */
export interface BookContentReaders {
  /** What a file is that is in no library. Nothing of it is kept; rejects with FormatError. */
  look(path: string): Promise<Publication>
  pages: PageReader
  panels: PanelReader
  /** What EPUBs have instead of pages. */
  texts: EpubTextReader
  /** What a viewer of PDFs needs besides pages. */
  pdfs: PdfReader
  /** Converted pages and covers. */
  cache: DiskCache
  thumbnails: ThumbnailStore
  /** Covers that people uploaded. */
  pictures: UploadedPictureStore
}
