import type { CoverDeps } from '../catalog/covers/change-cover.ts'
import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { FinaliseDeps } from './finalise-series.ts'
import type { ThumbnailMakingDeps } from './make-thumbnail-of-cover.ts'
import type { ReadFileDeps } from './read-book-file.ts'

export interface AnalyseDeps extends FinaliseDeps, ReadFileDeps {
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
  /** Undefined makes no covers. */
  covers: ThumbnailMakingDeps | undefined
  /** Undefined reads no pictures beside books. */
  artwork?: CoverDeps
  /** Where what the libraries say of damaged files is logged. */
  onError?: (error: unknown) => void
  /** Files that are read at the same time. */
  readAtOnce: number
}
