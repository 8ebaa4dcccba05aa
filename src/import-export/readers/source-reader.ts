import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import type { ImportRecord, SourceKind } from '../records.ts'

/** A source that was recognised, ready to be read as records. */
export interface SourceReader {
  kind: SourceKind
  version: string
  /** In the order of `recordTypes`. */
  records(): Iterable<ImportRecord> | AsyncIterable<ImportRecord>
}

/** What a reader may access: the database, and the files that came with it. */
export interface SourceFiles {
  database: ForeignDatabase
  /** A second database that belongs to it, e.g. Calibre's beside Calibre-Web's. */
  beside?: ForeignDatabase
  /** The folder of the books, if the source itself doesn't contain it. */
  folder: string | null
  /** Reads a picture by its path within the source; undefined if it doesn't exist. */
  readPicture(path: string): Uint8Array | undefined
  /** Whether this folder of a Calibre library exists but lacks the `metadata.opf` that Calibre writes into it. */
  lacksOpf?(folder: string): boolean
}
