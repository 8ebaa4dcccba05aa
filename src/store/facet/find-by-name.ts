import { facetKinds } from '../../contract/enum-values.ts'
import type { FacetKind, FoundFacet } from '../../contract/facets.ts'
import type { Db } from '../open.ts'
import { foldForSearch } from '../text/search-words.ts'
import type { Viewer } from '../viewer.ts'
import { findStoryNames } from './find-story-names.ts'
import { listFacetValues } from './list.ts'
import { type StoryFacet, storyFacets } from './story-facets.ts'

/** The names of every kind that contain the text: of each kind, those that begin with it, then the most used. */
export async function findFacetsByName(db: Db, viewer: Viewer, search: string, limit: number): Promise<FoundFacet[]> {
  const begun = foldForSearch(search)
  const begins = (name: string) => begun !== '' && foldForSearch(name).startsWith(begun)
  const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found: FoundFacet[] = []
  for (const kind of facetKinds) {
    if (isOfStory(kind)) {
      const names = await findStoryNames(db, viewer, kind, { search, limit, begins })
      found.push(...names.map((one) => ({ kind, ...one })))
      continue
    }
    const { data } = await listFacetValues(db, viewer, kind, { search }, all)
    const used = data
      .filter((one) => one.seriesCount + one.bookCount > 0)
      .map((one) => ({ one, isBegun: begins(one.name) ? 1 : 0 }))
      .sort(
        (a, b) => b.isBegun - a.isBegun || b.one.seriesCount - a.one.seriesCount || b.one.bookCount - a.one.bookCount,
      )
    for (const { one } of used.slice(0, limit))
      found.push({ kind, name: one.name, seriesCount: one.seriesCount, bookCount: one.bookCount })
  }
  return found
}

const isOfStory = (kind: FacetKind): kind is StoryFacet => (storyFacets as readonly string[]).includes(kind)
