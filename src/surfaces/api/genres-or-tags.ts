import { editBooks } from '../../catalog/metadata/edit-books.ts'
import {
  changeGenresOrTags,
  type GenresOrTags,
  hasGenreOrTag,
  setGenresOrTags,
} from '../../catalog/metadata/edit-genres-or-tags.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { normaliseLine } from '../../catalog/metadata/normalise-text.ts'
import { genreRoutes, tagRoutes } from '../../contract/genre-or-tag.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import type { FacetNameView } from '../../store/book/view.ts'
import { deleteFacet, deleteUnusedFacets, findFacetName, readAllLibraryIds } from '../../store/facet/delete.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { facetKey } from '../../store/text/fold-letters.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentGenreOrTag } from '../present/book.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import {
  type CurationContext,
  readBookTarget,
  readFullBook,
  readFullSeries,
  readSeriesTarget,
} from './curation-context.ts'

export function mountGenresOrTags(api: OpenSurface, curation: CurationContext): void {
  mountFacet(api, curation, 'genres', 'genre', genreRoutes as FacetRoutes)
  mountFacet(api, curation, 'tags', 'tag', tagRoutes as unknown as FacetRoutes)
}

/** Genres and tags differ in nothing but their names. */
type FacetRoutes = typeof genreRoutes

function mountFacet(
  api: OpenSurface,
  curation: CurationContext,
  facets: GenresOrTags,
  facet: 'genre' | 'tag',
  routes: FacetRoutes,
): void {
  const { db } = curation
  const ofBook = async (viewer: Viewer, id: string) => (await readFullBook(db, viewer, id)).meta[facets]
  const ofSeries = async (viewer: Viewer, id: string) => (await readFullSeries(db, viewer, id))[facets]
  const listed = (views: readonly FacetNameView[]) =>
    ({ [facets]: views.map(presentGenreOrTag) }) as { genres: never[] }
  const wanted = (body: object): readonly string[] => (body as Record<GenresOrTags, string[]>)[facets]

  serve(api, routes.ofBook, (input) =>
    answerOrNotModified(db, input, async () => listed(await ofBook(input.viewer, input.params.id))),
  )
  serve(api, routes.ofSeries, (input) =>
    answerOrNotModified(db, input, async () => listed(await ofSeries(input.viewer, input.params.id))),
  )

  serve(api, routes.setOfBook, async ({ params, body, viewer }) => {
    const book = await readBookTarget(db, viewer, params.id)
    await editBooks(curation, [book], { edit: (before) => setGenresOrTags(before, facets, wanted(body)) })
    return listed(await ofBook(viewer, params.id))
  })
  serve(api, routes.setOfSeries, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    await editSeries(curation, [series], { edit: (before) => setGenresOrTags(before, facets, wanted(body)) })
    return listed(await ofSeries(viewer, params.id))
  })

  serve(api, routes.addToBook, async ({ params, body, viewer }) => {
    const name = readName(body.name)
    const book = await readBookTarget(db, viewer, params.id)
    await editBooks(curation, [book], { edit: (before) => changeGenresOrTags(before, facets, { add: [name] }) })
    return presentGenreOrTag(named(await ofBook(viewer, params.id), name))
  })
  serve(api, routes.addToSeries, async ({ params, body, viewer }) => {
    const name = readName(body.name)
    const series = await readSeriesTarget(db, viewer, params.id)
    await editSeries(curation, [series], { edit: (before) => changeGenresOrTags(before, facets, { add: [name] }) })
    return presentGenreOrTag(named(await ofSeries(viewer, params.id), name))
  })

  serve(api, routes.removeFromBook, async ({ params, viewer }) => {
    const book = await readBookTarget(db, viewer, params.id)
    const name = await nameOf(params.facetId)
    await editBooks(curation, [book], {
      edit: (before) => {
        if (!hasGenreOrTag(before, facets, name)) throw missing()
        return changeGenresOrTags(before, facets, { remove: [name] })
      },
    })
  })
  serve(api, routes.removeFromSeries, async ({ params, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    const name = await nameOf(params.facetId)
    await editSeries(curation, [series], {
      edit: (before) => {
        if (!hasGenreOrTag(before, facets, name)) throw missing()
        return changeGenresOrTags(before, facets, { remove: [name] })
      },
    })
  })

  serve(api, routes.remove, async ({ params }) => {
    await db.transaction(async (tx) => {
      if (!(await deleteFacet(tx, facet, uuidToBytes(params.id)))) throw missing()
      await bumpEverywhere(tx)
    })
  })
  serve(api, routes.cleanUp, async () => {
    const deletedNames = await db.transaction(async (tx) => {
      const names = await deleteUnusedFacets(tx, facet)
      if (names.length > 0) await bumpRevisions(tx, 'catalog')
      return names
    })
    return { deletedCount: deletedNames.length, deletedNames }
  })

  const missing = () => problem('not_found', `There is no such ${facet}.`)

  async function nameOf(id: string): Promise<string> {
    const name = await findFacetName(db, facet, uuidToBytes(id))
    if (name === undefined) throw missing()
    return name
  }
}

function readName(given: string): string {
  const name = normaliseLine(given)
  if (name === null || !facetKey(name)) throw validationProblem([{ path: 'name', message: 'must not be blank' }])
  return name
}

function named(views: readonly FacetNameView[], name: string): FacetNameView {
  return views.find((view) => facetKey(view.name) === facetKey(name))!
}

async function bumpEverywhere(tx: Tx): Promise<void> {
  const libraries = await readAllLibraryIds(tx)
  await bumpRevisions(tx, 'catalog', ...libraries.map((id) => `library:${id}` as const))
}
