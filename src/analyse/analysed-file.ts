import type { FormatProblem } from '../formats/errors.ts'
import type { PublicationMetadata } from '../formats/publication.ts'
import type { FileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { StoredThumbnail } from './make-thumbnail-of-cover.ts'
import type { BookFileContents } from './read-book-file.ts'

/** The result of analysing one book, ready to be written. */
export interface AnalysedFile {
  book: FileToAnalyse
  read: BookFileContents
  /** From the file and its sidecar. */
  metadata: PublicationMetadata
  cover: StoredThumbnail | undefined
  problems: readonly { type: FormatProblem['type'] | 'thumbnail'; message: string; details?: unknown; log?: string }[]
}
