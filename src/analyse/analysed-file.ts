import type { FormatProblem } from '../formats/errors.ts'
import type { PublicationMetadata } from '../formats/publication.ts'
import type { FileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { StoredThumbnail } from './make-thumbnail-of-cover.ts'
import type { BookFileContents } from './read-book-file.ts'

/** Everything that was found out about one book, ready to be written. */
export interface AnalysedFile {
  book: FileToAnalyse
  read: BookFileContents
  /** Inside the file and beside it. */
  metadata: PublicationMetadata
  cover: StoredThumbnail | undefined
  problems: readonly { type: FormatProblem['type'] | 'thumbnail'; message: string; details?: unknown; log?: string }[]
}
