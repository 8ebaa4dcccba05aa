import type { ImportOptions } from '../import-options.ts'
import type { ImportRecord, SourceKind } from '../records.ts'

/** One run of an import: what is imported, how, and who hears of its progress. */
export interface ImportRun {
  source: {
    id: number
    kind: SourceKind
    version: string
    lastRunAt: number | null
    /** When its records were read. */
    createdAt: number
    /** When that server was read for the first time. */
    firstReadAt: number
  }
  options: ImportOptions
  isDryRun: boolean
  waitsForAnalysis?: boolean
  /** The user who gets data without an owner. */
  ownerId: number | null
  records: Iterable<ImportRecord> | AsyncIterable<ImportRecord>
  /** How many records there are, for the progress. */
  total: number
  signal?: AbortSignal
  onProgress?: (current: number, total: number) => void
}
