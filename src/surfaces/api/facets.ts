import { facets } from '../../contract/facets.ts'
import { presentPage, rowsOfPage } from '../../contract/paging.ts'
import { type FacetView, listFacet } from '../../store/facet/list.ts'
import type { AppContext } from '../app-context.ts'
import { presentRole } from '../present/book-metadata.ts'
import { time } from '../present/time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { unlessUnchanged } from './unless-unchanged.ts'

export function mountFacets(api: OpenSurface, { db }: AppContext): void {
  for (const [route, facet] of [
    [facets.genres, 'genre'],
    [facets.tags, 'tag'],
  ] as const) {
    serve(api, route, (asked) =>
      unlessUnchanged(db, asked, async () => {
        const { data, total } = await listFacet(db, asked.viewer, facet, asked.query, rowsOfPage(asked.query))
        return presentPage(asked, asked.query, { data: data.map(presentGenre), total })
      }),
    )
  }
  serve(api, facets.authors, (asked) =>
    unlessUnchanged(db, asked, async () => {
      const { data, total } = await listFacet(db, asked.viewer, 'person', asked.query, rowsOfPage(asked.query))
      const people = data.map((one) => ({
        name: one.name,
        roles: [...new Set(one.roles.map(presentRole))],
        ...counts(one),
      }))
      return presentPage(asked, asked.query, { data: people, total })
    }),
  )
  serve(api, facets.publishers, (asked) =>
    unlessUnchanged(db, asked, async () => {
      const { data, total } = await listFacet(db, asked.viewer, 'publisher', asked.query, rowsOfPage(asked.query))
      const publishers = data.map((one) => ({ name: one.name, ...counts(one) }))
      return presentPage(asked, asked.query, { data: publishers, total })
    }),
  )
  serve(api, facets.languages, (asked) =>
    unlessUnchanged(db, asked, async () => {
      const { data, total } = await listFacet(db, asked.viewer, 'language', asked.query, rowsOfPage(asked.query))
      const languages = data.map((one) => ({ language: one.name, ...counts(one) }))
      return presentPage(asked, asked.query, { data: languages, total })
    }),
  )
  serve(api, facets.releaseYears, (asked) =>
    unlessUnchanged(db, asked, async () => {
      const { data, total } = await listFacet(db, asked.viewer, 'year', asked.query, rowsOfPage(asked.query))
      const years = data.map((one) => ({ year: Number(one.name), ...counts(one) }))
      return presentPage(asked, asked.query, { data: years, total })
    }),
  )
}

const counts = ({ seriesCount, bookCount }: FacetView) => ({ seriesCount, bookCount })

function presentGenre(view: FacetView) {
  return { id: view.uid!, name: view.name, ...counts(view), createdAt: time(view.createdAt!) }
}
