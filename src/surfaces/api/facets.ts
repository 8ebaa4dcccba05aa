import { facets } from '../../contract/facets.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { type FacetView, listFacetValues } from '../../store/facet/list.ts'
import type { AppContext } from '../app-context.ts'
import { presentAuthorRole } from '../present/book-metadata.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'

export function mountFacets(api: OpenSurface, { db }: AppContext): void {
  for (const [route, facet] of [
    [facets.genres, 'genre'],
    [facets.tags, 'tag'],
  ] as const) {
    serve(api, route, (input) =>
      answerOrNotModified(db, input, async () => {
        const { data, total } = await listFacetValues(
          db,
          input.viewer,
          facet,
          input.query,
          limitAndOffsetOf(input.query),
        )
        return presentListPage(input, input.query, { data: data.map(presentGenre), total })
      }),
    )
  }
  serve(api, facets.authors, (input) =>
    answerOrNotModified(db, input, async () => {
      const { data, total } = await listFacetValues(
        db,
        input.viewer,
        'person',
        input.query,
        limitAndOffsetOf(input.query),
      )
      const people = data.map((one) => ({
        name: one.name,
        roles: [...new Set(one.roles.map(presentAuthorRole))],
        ...counts(one),
      }))
      return presentListPage(input, input.query, { data: people, total })
    }),
  )
  serve(api, facets.publishers, (input) =>
    answerOrNotModified(db, input, async () => {
      const { data, total } = await listFacetValues(
        db,
        input.viewer,
        'publisher',
        input.query,
        limitAndOffsetOf(input.query),
      )
      const publishers = data.map((one) => ({ name: one.name, ...counts(one) }))
      return presentListPage(input, input.query, { data: publishers, total })
    }),
  )
  serve(api, facets.languages, (input) =>
    answerOrNotModified(db, input, async () => {
      const { data, total } = await listFacetValues(
        db,
        input.viewer,
        'language',
        input.query,
        limitAndOffsetOf(input.query),
      )
      const languages = data.map((one) => ({ language: one.name, ...counts(one) }))
      return presentListPage(input, input.query, { data: languages, total })
    }),
  )
  serve(api, facets.releaseYears, (input) =>
    answerOrNotModified(db, input, async () => {
      const { data, total } = await listFacetValues(
        db,
        input.viewer,
        'year',
        input.query,
        limitAndOffsetOf(input.query),
      )
      const years = data.map((one) => ({ year: Number(one.name), ...counts(one) }))
      return presentListPage(input, input.query, { data: years, total })
    }),
  )
}

const counts = ({ seriesCount, bookCount }: FacetView) => ({ seriesCount, bookCount })

function presentGenre(view: FacetView) {
  return { id: view.uid!, name: view.name, ...counts(view), createdAt: formatTimestamp(view.createdAt!) }
}
