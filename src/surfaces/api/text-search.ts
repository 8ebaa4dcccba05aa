import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { type TextHit, textSearch } from '../../contract/text-search.ts'
import { locatorInItem } from '../../formats/epub/make-locator.ts'
import { type TextHit as FoundHit, searchText } from '../../store/book-text/search.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountTextSearch(api: OpenSurface, { db }: Pick<AppContext, 'db'>): void {
  serve(api, textSearch.find, async ({ body, viewer }) => {
    const { hits, total, isTotalExact } = await searchText(db, viewer, {
      query: body.query,
      filter: body.condition ? parseBookCondition(body.condition) : undefined,
      limit: body.limit ?? DEFAULT_LIMIT,
      perBook: body.perBook,
    })
    return { data: hits.map(presentHit), total, totalIsExact: isTotalExact }
  })
}

const DEFAULT_LIMIT = 20

function presentHit({
  bookUid,
  bookTitle,
  seriesUid,
  seriesTitle,
  before,
  match,
  after,
  rank,
  ...at
}: FoundHit): TextHit {
  const ids = { bookId: bookUid, bookTitle, seriesId: seriesUid, seriesTitle }
  return {
    ...ids,
    locator: { ...locatorOf(at), text: { before, highlight: match, after } },
    before,
    match,
    after,
    rank,
  }
}

function locatorOf({ place, at }: Pick<FoundHit, 'place' | 'at'>): object {
  const { href, mediaType, title, before, count, total } = place
  const progression = place.length === 0 ? 0 : at / place.length
  if (href !== undefined) return locatorInItem({ href, mediaType, title, before, count, total }, progression)
  const page = before + 1
  const locations = { position: page, totalProgression: before / total, fragments: [`page=${page}`] }
  return { href: 'publication.pdf', type: mediaType, locations }
}
