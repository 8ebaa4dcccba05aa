import { facetKinds } from '../../contract/enum-values.ts'
import type { FacetKind, FoundFacet } from '../../contract/facets.ts'
import type { Db } from '../open.ts'
import { foldForSearch } from '../text/search-words.ts'
import type { Viewer } from '../viewer.ts'
import { type FoundName, findNames } from './find-names.ts'
import { listFacetValues } from './list.ts'

/** The names of every kind that contain the text: of each kind, those that begin with it, then the most used. */
export async function findFacetsByName(db: Db, viewer: Viewer, search: string, limit: number): Promise<FoundFacet[]> {
  const found: FoundFacet[] = []
  for (const kind of facetKinds) {
    const names = await namesOfKind(db, viewer, kind, search.trim(), limit)
    found.push(...names.map(({ name, seriesCount, bookCount }) => ({ kind, name, seriesCount, bookCount })))
  }
  return found
}

async function namesOfKind(
  db: Db,
  viewer: Viewer,
  kind: FacetKind,
  search: string,
  limit: number,
): Promise<readonly FoundName[]> {
  if (kind !== 'publisher' && kind !== 'imprint') return findNames(db, viewer, kind, search, limit)
  const beginning = foldForSearch(search)
  const begins = (name: string) => beginning !== '' && foldForSearch(name).startsWith(beginning)
  const { data } = await listFacetValues(db, viewer, kind, { search }, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
  return data
    .map((one) => ({ ...one, isBegun: begins(one.name) ? 1 : 0 }))
    .sort((a, b) => b.isBegun - a.isBegun || b.seriesCount - a.seriesCount || b.bookCount - a.bookCount)
    .slice(0, limit)
}
