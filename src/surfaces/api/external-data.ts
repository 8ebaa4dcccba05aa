import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { normaliseLine } from '../../catalog/metadata/normalise-text.ts'
import { bookExternalData, seriesExternalData } from '../../contract/external-data.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import {
  deleteExternalId,
  deleteExternalLink,
  listBookExternalIds,
  listBookExternalLinks,
  saveExternalId,
  saveExternalLink,
} from '../../store/external/change-external-data.ts'
import { deleteExternalRating, saveExternalRating } from '../../store/external/ratings.ts'
import type { Tx } from '../../store/open.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentBookExternalId, presentBookExternalLink } from '../present/external-data.ts'
import { presentFullSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readBookTarget, readFullSeries, readSeriesTarget } from './curation-context.ts'

/** External ids, links and ratings: separate rows, which no lock protects. */
export function mountExternalData(api: OpenSurface, curation: CurationContext): void {
  mountOfBooks(api, curation)
  mountOfSeries(api, curation)
}

type Change = (tx: Tx, ownerId: number, now: number) => Promise<unknown>

function mountOfBooks(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation
  const idsOf = async (viewer: Viewer, id: string) => {
    const book = await readBookTarget(db, viewer, id)
    return (await listBookExternalIds(db, book.id)).map((one) => presentBookExternalId(id.toLowerCase(), one))
  }
  const linksOf = async (viewer: Viewer, id: string) => {
    const book = await readBookTarget(db, viewer, id)
    return (await listBookExternalLinks(db, book.id)).map((one) => presentBookExternalLink(id.toLowerCase(), one))
  }
  const edit = async (viewer: Viewer, id: string, field: string, change: Change) => {
    const book = await readBookTarget(db, viewer, id)
    await editBooks(curation, [book], {
      edit: (before) => before,
      also: async (tx, target, now) => {
        await change(tx, target.id, now)
        return [field]
      },
    })
  }

  serve(api, bookExternalData.ids, (input) =>
    answerOrNotModified(db, input, async () => ({ externalIds: await idsOf(input.viewer, input.params.id) })),
  )
  serve(api, bookExternalData.keepId, async ({ params, body, viewer }) => {
    const id = cleanId(body)
    await edit(viewer, params.id, 'externalIds', (tx, bookId, now) => saveExternalId(tx, 'book', bookId, id, now))
    return (await idsOf(viewer, params.id)).find((one) => one.source === id.source)!
  })
  serve(api, bookExternalData.removeId, async ({ params, viewer }) => {
    const uid = uuidToBytes(params.externalIdId)
    await edit(viewer, params.id, 'externalIds', async (tx, bookId) =>
      orMissing(await deleteExternalId(tx, 'book', bookId, uid), 'id'),
    )
  })
  serve(api, bookExternalData.links, (input) =>
    answerOrNotModified(db, input, async () => ({ links: await linksOf(input.viewer, input.params.id) })),
  )
  serve(api, bookExternalData.keepLink, async ({ params, body, viewer }) => {
    const link = cleanExternalLink(body)
    await edit(viewer, params.id, 'externalLinks', (tx, bookId, now) => saveExternalLink(tx, 'book', bookId, link, now))
    return (await linksOf(viewer, params.id)).find((one) => one.sourceName === link.source)!
  })
  serve(api, bookExternalData.removeLink, async ({ params, viewer }) => {
    await edit(viewer, params.id, 'externalLinks', async (tx, bookId) =>
      orMissing(await deleteExternalLink(tx, 'book', bookId, normaliseLine(params.source) ?? ''), 'link'),
    )
  })
}

function mountOfSeries(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation
  const read = async (viewer: Viewer, id: string) => presentFullSeries(await readFullSeries(db, viewer, id))
  const edit = async (viewer: Viewer, id: string, field: string, change: Change) => {
    const series = await readSeriesTarget(db, viewer, id)
    await editSeries(curation, [series], {
      edit: (before) => before,
      also: async (tx, target, now) => {
        await change(tx, target.id, now)
        return [field]
      },
    })
  }

  serve(api, seriesExternalData.ids, (input) =>
    answerOrNotModified(db, input, async () => ({
      externalIds: (await read(input.viewer, input.params.id)).externalIds,
    })),
  )
  serve(api, seriesExternalData.keepId, async ({ params, body, viewer }) => {
    const id = cleanId(body)
    await edit(viewer, params.id, 'externalIds', (tx, seriesId, now) => saveExternalId(tx, 'series', seriesId, id, now))
    return (await read(viewer, params.id)).externalIds.find((one) => one.source === id.source)!
  })
  serve(api, seriesExternalData.removeId, async ({ params, viewer }) => {
    const uid = uuidToBytes(params.externalIdId)
    await edit(viewer, params.id, 'externalIds', async (tx, seriesId) =>
      orMissing(await deleteExternalId(tx, 'series', seriesId, uid), 'id'),
    )
  })
  serve(api, seriesExternalData.links, (input) =>
    answerOrNotModified(db, input, async () => ({ links: (await read(input.viewer, input.params.id)).externalLinks })),
  )
  serve(api, seriesExternalData.keepLink, async ({ params, body, viewer }) => {
    const link = cleanExternalLink(body)
    await edit(viewer, params.id, 'externalLinks', (tx, seriesId, now) =>
      saveExternalLink(tx, 'series', seriesId, link, now),
    )
    return (await read(viewer, params.id)).externalLinks.find((one) => one.sourceName === link.source)!
  })
  serve(api, seriesExternalData.removeLink, async ({ params, viewer }) => {
    await edit(viewer, params.id, 'externalLinks', async (tx, seriesId) =>
      orMissing(await deleteExternalLink(tx, 'series', seriesId, normaliseLine(params.source) ?? ''), 'link'),
    )
  })
  serve(api, seriesExternalData.ratings, (input) =>
    answerOrNotModified(db, input, async () => ({
      ratings: (await read(input.viewer, input.params.id)).externalRatings,
    })),
  )
  serve(api, seriesExternalData.keepRating, async ({ params, body, viewer }) => {
    const source = required(body.sourceName, 'sourceName')
    const rating = { source, rating: body.rating, votes: body.voteCount ?? null }
    await edit(viewer, params.id, 'externalRatings', (tx, seriesId, now) =>
      saveExternalRating(tx, seriesId, rating, now),
    )
    return (await read(viewer, params.id)).externalRatings.find((one) => one.sourceName === source)!
  })
  serve(api, seriesExternalData.removeRating, async ({ params, viewer }) => {
    await edit(viewer, params.id, 'externalRatings', async (tx, seriesId) =>
      orMissing(await deleteExternalRating(tx, seriesId, normaliseLine(params.source) ?? ''), 'rating'),
    )
  })
}

function orMissing(isThere: boolean, what: string): void {
  if (!isThere) throw problem('not_found', `There is no such external ${what}.`)
}

const cleanId = (given: { source: string; externalId: string; externalUrl?: string | null }) => ({
  source: required(given.source, 'source'),
  externalId: required(given.externalId, 'externalId'),
  url: normaliseLine(given.externalUrl),
})

export const cleanExternalLink = (given: { sourceName: string; url: string; externalId?: string | null }) => ({
  source: required(given.sourceName, 'sourceName'),
  url: required(given.url, 'url'),
  externalId: normaliseLine(given.externalId),
})

function required(text: string, path: string): string {
  const clean = normaliseLine(text)
  if (clean === null) throw validationProblem([{ path, message: 'must not be blank' }])
  return clean
}
