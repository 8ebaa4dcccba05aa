import type { CoverDeps } from '../catalog/covers/change-cover.ts'
import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { FinaliseDeps } from './finalise-series.ts'
import type { ThumbnailMakingDeps } from './make-thumbnail-of-cover.ts'
import type { ReadFileDeps } from './read-book-file.ts'

export interface AnalyseDeps extends FinaliseDeps, ReadFileDeps {
  tasks: Tasks
  coalescer: CatalogueEventCoalescer
  /** Undefined: no covers are made. */
  covers: ThumbnailMakingDeps | undefined
  /** Undefined: local artwork isn't read. */
  artwork?: CoverDeps
  /** Logs the messages of format libraries about damaged files. */
  onError?: (error: unknown) => void
  /** Maximum number of files read concurrently. */
  readAtOnce: number
}
