import type { Publication } from '../formats/publication.ts'
import type { FileInLibrary } from '../images/open-file-in-library.ts'
import type { LibraryForScan } from '../store/library/library-for-scan.ts'
import type { ResolveContext } from './moves/resolve-context.ts'
import type { ScanMode } from './tasks.ts'
import type { WalkEntry } from './walk/walk-entry.ts'
import type { WalkRequest } from './walk/walk-thread.ts'
import type { ScanWriter } from './write/scan-writer.ts'
import type { WriteDeps } from './write/write-changes.ts'

export interface ScanDeps extends WriteDeps {
  /** How long a file must be unmodified before it is scanned. */
  settleMs: number
  /** Analyses a file. Without it, files rewritten under another name become new books. */
  readPublication?: (file: FileInLibrary) => Promise<Publication>
  /** Replaces the walk thread in tests. */
  walk?: (request: WalkRequest, signal?: AbortSignal) => AsyncIterable<WalkEntry[]>
}

export interface ScanRequest {
  mode: ScanMode
  /** Only these folders; undefined for all. */
  folders?: readonly FolderScanRequest[]
  /** When the scan was requested: a killed scan restarts, and some of the books it found already exist. */
  askedAt?: number
}

export interface FolderScanRequest {
  /** Relative path; '' for the library itself. */
  path: string
  /** Only the files directly in it, no subfolders. */
  isShallow?: boolean
}

/** A running scan: its request, its context, and its progress. */
export interface ScanRun {
  readonly deps: ScanDeps
  readonly library: LibraryForScan
  readonly request: ScanRequest
  readonly signal: AbortSignal
  readonly resolve: ResolveContext
  readonly writer: ScanWriter
}
