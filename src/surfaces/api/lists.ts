import type { House } from '../house.ts'
import type { OpenSurface } from '../serve.ts'
import { mountAnnotations } from './annotations.ts'
import { mountBookmarks } from './bookmarks.ts'
import { mountDuplicates } from './duplicates.ts'
import { mountExport } from './export.ts'
import { mountReadListImport } from './read-list-import.ts'
import { mountSavedFilters } from './saved-filters.ts'
import { mountShelves } from './shelves.ts'
import { mountWantToRead } from './want-to-read.ts'

/** What people make of the library for themselves and each other, and what they take with them. */
export function mountLists(api: OpenSurface, house: House): void {
  mountShelves(api, house)
  mountReadListImport(api, house)
  mountWantToRead(api, house)
  mountSavedFilters(api, house)
  mountBookmarks(api, house)
  mountAnnotations(api, house)
  mountDuplicates(api, house)
  mountExport(api, house)
}
