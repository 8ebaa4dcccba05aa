import type { AppContext } from '../app-context.ts'
import type { OpenSurface } from '../serve.ts'
import { mountAnnotationExport } from './annotation-export.ts'
import { mountAnnotations } from './annotations.ts'
import { mountBookmarks } from './bookmarks.ts'
import { mountCuratedLists } from './curated-lists.ts'
import { mountDuplicates } from './duplicates.ts'
import { mountHiddenSeries } from './hidden-series.ts'
import { mountKoboDevices } from './kobo-devices.ts'
import { mountOwnDataExport } from './own-data-export.ts'
import { mountReadListImport } from './read-list-import.ts'
import { mountSavedFilters } from './saved-filters.ts'
import { mountWantToRead } from './want-to-read.ts'

/** Routes for users' own data: lists, notes and filters, for themselves or shared, and exports. */
export function mountPersonalRoutes(api: OpenSurface, context: AppContext): void {
  mountCuratedLists(api, context)
  mountReadListImport(api, context)
  mountWantToRead(api, context)
  mountHiddenSeries(api, context)
  mountSavedFilters(api, context)
  mountBookmarks(api, context)
  mountAnnotations(api, context)
  mountAnnotationExport(api, context)
  mountKoboDevices(api, context)
  mountDuplicates(api, context)
  mountOwnDataExport(api, context)
}
