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
    serve(api, route, (asked) =>
      answerOrNotModified(db, asked, async () => {
        const { data, total } = await listFacetValues(
          db,
          asked.viewer,
          facet,
          asked.query,
          limitAndOffsetOf(asked.query),
        )
        return presentListPage(asked, asked.query, { data: data.map(presentGenre), total })
      }),
    )
  }
  serve(api, facets.authors, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const { data, total } = await listFacetValues(
        db,
        asked.viewer,
        'person',
        asked.query,
        limitAndOffsetOf(asked.query),
      )
      const people = data.map((one) => ({
        name: one.name,
        roles: [...new Set(one.roles.map(presentAuthorRole))],
        ...counts(one),
      }))
      return presentListPage(asked, asked.query, { data: people, total })
    }),
  )
  serve(api, facets.publishers, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const { data, total } = await listFacetValues(
        db,
        asked.viewer,
        'publisher',
        asked.query,
        limitAndOffsetOf(asked.query),
      )
      const publishers = data.map((one) => ({ name: one.name, ...counts(one) }))
      return presentListPage(asked, asked.query, { data: publishers, total })
    }),
  )
  serve(api, facets.languages, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const { data, total } = await listFacetValues(
        db,
        asked.viewer,
        'language',
        asked.query,
        limitAndOffsetOf(asked.query),
      )
      const languages = data.map((one) => ({ language: one.name, ...counts(one) }))
      return presentListPage(asked, asked.query, { data: languages, total })
    }),
  )
  serve(api, facets.releaseYears, (asked) =>
    answerOrNotModified(db, asked, async () => {
      const { data, total } = await listFacetValues(
        db,
        asked.viewer,
        'year',
        asked.query,
        limitAndOffsetOf(asked.query),
      )
      const years = data.map((one) => ({ year: Number(one.name), ...counts(one) }))
      return presentListPage(asked, asked.query, { data: years, total })
    }),
  )
}

const counts = ({ seriesCount, bookCount }: FacetView) => ({ seriesCount, bookCount })

function presentGenre(view: FacetView) {
  return { id: view.uid!, name: view.name, ...counts(view), createdAt: formatTimestamp(view.createdAt!) }
}
