import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import { type FacetKind, type FacetSummary, facets } from '../../contract/facets.ts'
import type { AuthorRole } from '../../contract/metadata.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import {
  countSeriesAndBooksOfFacet,
  type FacetFilters,
  findStoredFacetSpelling,
  listRolesOfPerson,
  listStoryArcBookIds,
} from '../../store/facet/facet-details.ts'
import { findFacetsByName } from '../../store/facet/find-by-name.ts'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { presentAuthorRole } from '../present/book-metadata.ts'
import { withCoverColor } from '../present/cover-color.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'

/** Everything about one person, publisher, genre, character … (see `facetKinds`). */
export function mountFacetDetails(api: OpenSurface, { db }: AppContext): void {
  serve(api, facets.find, (input) =>
    answerOrNotModified(db, input, () => findFacetsByName(db, input.viewer, input.query.search, input.query.limit)),
  )
  serve(api, facets.summary, (input) =>
    answerOrNotModified(db, input, () => summaryOf(db, input.viewer, input.params.kind, input.query.name)),
  )
  serve(api, facets.storyArcBooks, (input) =>
    answerOrNotModified(db, input, async () => {
      const { query, viewer } = input
      const { ids, total } = await listStoryArcBookIds(db, viewer, query.name, limitAndOffsetOf(query))
      const books = await readBooks(db, viewer, ids)
      const data = books.map((view) => withCoverColor(presentBook(view, viewer), view.coverColor, query))
      return presentListPage(input, query, { data, total })
    }),
  )
}

async function summaryOf(db: Db, viewer: Viewer, kind: FacetKind, name: string): Promise<FacetSummary> {
  const filters = filtersOf(kind, name)
  const counted = await countSeriesAndBooksOfFacet(db, viewer, filters)
  const spelling =
    counted.seriesCount + counted.bookCount > 0 && (await findStoredFacetSpelling(db, viewer, kind, filters, name))
  if (!spelling) throw problem('not_found', 'Nothing here has that name.')
  const roles: FacetSummary['roles'] = []
  const known = kind === 'person' ? [...new Set((await listRolesOfPerson(db, name)).map(presentAuthorRole))] : []
  for (const role of known) {
    const ofRole = await countSeriesAndBooksOfFacet(db, viewer, filtersOf(kind, name, role))
    if (ofRole.seriesCount + ofRole.bookCount > 0) roles.push({ role, ...ofRole })
  }
  roles.sort((a, b) => b.seriesCount - a.seriesCount || b.bookCount - a.bookCount)
  return { kind, name: spelling, ...counted, roles }
}

/** The same conditions that a client sends for the lists, so the counts match the lists. */
function filtersOf(kind: FacetKind, name: string, role?: AuthorRole): FacetFilters {
  const field = { person: 'author', story_arc: 'storyArc' }[kind as string] ?? kind
  const condition = { [field]: { operator: 'is', value: name, ...(role && { role }) } }
  return { series: parseSeriesCondition(condition), books: parseBookCondition(condition) }
}
