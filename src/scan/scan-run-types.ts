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
  /** How long a file must have been left alone. */
  settleMs: number
  /** What a file is. Without it, files that were written anew under another name are new books. */
  look?: (file: FileInLibrary) => Promise<Publication>
  /** Instead of a thread, for tests. */
  walk?: (order: WalkRequest, signal?: AbortSignal) => AsyncIterable<WalkEntry[]>
}

export interface ScanRequest {
  mode: ScanMode
  /** Only these folders; undefined for all. */
  folders?: readonly FolderScanRequest[]
  /** When it was asked for: a scan that was killed is begun anew, and some of what it found is there already. */
  askedAt?: number
}

export interface FolderScanRequest {
  /** Relative; '' for the library itself. */
  path: string
  /** Only the files in it, not what lies below. */
  isShallow?: boolean
}

/** One scan on its way: what it was asked for, what it knows, and what it has done so far. */
export interface ScanRun {
  readonly deps: ScanDeps
  readonly library: LibraryForScan
  readonly order: ScanRequest
  readonly signal: AbortSignal
  readonly resolve: ResolveContext
  readonly writer: ScanWriter
}
