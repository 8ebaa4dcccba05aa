import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { type MatchReview, pluginMatching as routes } from '../../contract/plugin-matching.ts'
import type { PluginSearchResult } from '../../contract/plugin-metadata.ts'
import { problem } from '../../contract/problems.ts'
import { yearOfBook, yearOfSeries } from '../../plugins/matching/year-by-name.ts'
import { applyRecord } from '../../plugins/metadata/apply-record.ts'
import { getRecordFromPlugin } from '../../plugins/metadata/ask-provider.ts'
import type { MetadataTarget } from '../../plugins/metadata/metadata-target.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import {
  closeMatchReviews,
  findMatchReview,
  type ListedMatchReview,
  listMatchReviews,
  setNeverMatch,
} from '../../store/plugin/match-reviews.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { requirePermission } from '../require-permission.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { CurationContext } from './curation-context.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { readMetadataTarget, refuseAsProblem } from './read-metadata-provider.ts'
import { requireEnabledPlugin } from './read-plugin.ts'

/** Matches that are left to users: list them, apply a candidate, or dismiss them. */
export function mountMatchReviews(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db, plugins } = context

  serve(api, routes.reviews, async ({ query, viewer, request, href }) => {
    const { data, total } = await listMatchReviews(db, viewer, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(presentReview), total })
  })
  serve(api, routes.accept, async ({ params, body, viewer }) => {
    const review = await readOpen(viewer, params.id)
    const plugin = requireEnabledPlugin(await findPlugin(db, { id: review.pluginId }))
    const target = await targetOf(viewer, review)
    requirePluginForLibrary(plugin, bytesToUuid(target.of.libraryUid))
    const record = await getRecordFromPlugin(plugins, plugin, target.entity, body.externalId).catch(refuseAsProblem)
    const options = { viewer, userId: viewer.userId }
    const { appliedFields, skippedFields } = await applyRecord(context, plugin, target, record, options)
    await db.transaction((tx) => closeMatchReviews(tx, { id: review.id }, 'applied', Date.now()))
    return { appliedFields, skippedFields }
  })
  serve(api, routes.dismiss, async ({ params, body, viewer }) => {
    const review = await readOpen(viewer, params.id)
    await db.transaction(async (tx) => {
      await closeMatchReviews(tx, { id: review.id }, 'dismissed', Date.now())
      if (body.never) await setNeverMatch(tx, review.seriesId, true, Date.now())
    })
  })

  async function targetOf(viewer: Viewer, review: { seriesUid: Uid; bookUid: Uid | null }): Promise<MetadataTarget> {
    if (!review.bookUid) return readMetadataTarget(db, 'series', viewer, bytesToUuid(review.seriesUid))
    requirePermission(viewer, 'BooksWrite')
    return readMetadataTarget(db, 'book', viewer, bytesToUuid(review.bookUid))
  }

  async function readOpen(viewer: Viewer, id: string) {
    const review = await findMatchReview(db, viewer, uuidToBytes(id))
    if (!review) throw problem('not_found', 'There is no such review.')
    if (review.state !== 'open') throw problem('conflict', 'This match has already been reviewed.')
    return review
  }
}

function yearOf({ bookTitle, bookYear, seriesTitle, seriesYear, folderName }: ListedMatchReview) {
  if (bookTitle === null) return yearOfSeries({ title: seriesTitle, year: seriesYear, folderName })
  return yearOfBook({ title: bookTitle, year: bookYear, seriesYear, folderName })
}

function presentReview(row: ListedMatchReview): MatchReview {
  return {
    id: bytesToUuid(row.uid),
    pluginId: bytesToUuid(row.pluginUid),
    pluginName: row.pluginName,
    seriesId: bytesToUuid(row.seriesUid),
    seriesTitle: row.seriesTitle,
    bookId: row.bookUid && bytesToUuid(row.bookUid),
    current: {
      title: row.bookTitle ?? row.seriesTitle,
      year: yearOf(row) ?? null,
      authors: parseStoredJson<{ name: string }[]>(row.bookUid ? row.bookAuthors : row.seriesAuthors, []).map(
        (one) => one.name,
      ),
      bookCount: row.bookUid ? null : row.bookCount,
      folderName: row.bookUid ? null : row.folderName,
      fileFormat: row.bookUid ? row.bookFormat : row.firstFormat,
    },
    query: row.query,
    reason: row.reason as MatchReview['reason'],
    score: row.score,
    candidates: JSON.parse(row.candidates) as PluginSearchResult[],
    createdAt: formatTimestamp(row.createdAt),
  }
}
