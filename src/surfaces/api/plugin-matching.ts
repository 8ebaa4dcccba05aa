import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { type MatchReview, pluginMatching as routes } from '../../contract/plugin-matching.ts'
import type { PluginSearchResult } from '../../contract/plugin-metadata.ts'
import { problem } from '../../contract/problems.ts'
import { entitiesToMatch } from '../../plugins/matching/auto-match-handler.ts'
import { autoMatchItem } from '../../plugins/matching/auto-match-item.ts'
import { applyRecord } from '../../plugins/metadata/apply-record.ts'
import { getRecordFromPlugin, problemOfPluginError } from '../../plugins/metadata/ask-provider.ts'
import type { MetadataTarget } from '../../plugins/metadata/metadata-target.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import { type AutoMatchParams, autoMatchTask } from '../../plugins/tasks.ts'
import { findSeriesEditTargets } from '../../store/metadata/edit-targets.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { readSeriesToMatch } from '../../store/plugin/items-to-match.ts'
import {
  closeMatchReviews,
  findMatchReview,
  isNeverMatched,
  listMatchReviews,
  setNeverMatch,
} from '../../store/plugin/match-reviews.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { type CurationContext, readBookTarget, readSeriesTarget } from './curation-context.ts'
import { requireVisibleLibrary } from './library-filter.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'

/** Automatic matching, and what it leaves to users. */
export function mountPluginMatching(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db, plugins, tasks } = context
  const refuse = (error: unknown): never => {
    throw problemOfPluginError(error)
  }
  const enqueue = async (pluginId: string, viewer: Viewer, order: Partial<AutoMatchParams>, count: number) => {
    const plugin = await readEnabled(pluginId)
    const withoutBooks = !hasPermission(viewer, 'BooksWrite')
    if (withoutBooks && !entitiesToMatch(plugin).includes('series')) requireBooksWrite(viewer)
    const { task, isNew } = await tasks.add(autoMatchTask, {
      params: { pluginId, userId: viewer.userId, ...order, ...(withoutBooks && { withoutBooks }) },
      priority: 700,
    })
    const message = isNew
      ? `${count} ${count === 1 ? 'match was' : 'matches were'} queued.`
      : 'This is already in progress.'
    return { success: true, tasksEnqueued: Number(isNew), taskIds: [bytesToUuid(task.uid)], message }
  }

  serve(api, routes.match, async ({ params, body, viewer }) => {
    const target = await readSeriesTarget(db, viewer, params.id)
    const plugin = await readEnabled(body.pluginId)
    requirePluginForLibrary(plugin, bytesToUuid(target.libraryUid))
    const [series] = await readSeriesToMatch(db, [target.id])
    if (!series) throw problem('not_found', 'There is no such series.')
    const options = { onlyNew: false, userId: viewer.userId, query: body.query?.trim() || undefined }
    const matched = await autoMatchItem(context, plugin, { entity: 'series', ...series }, options).catch(refuse)
    const { outcome, externalId, title, similarity, appliedFields, skippedFields } = matched
    return {
      success: outcome === 'applied',
      outcome,
      matchedResult: externalId && title ? { externalId, title, similarity: similarity ?? null } : null,
      appliedFields,
      skippedFields,
      message: MESSAGES[outcome],
    }
  })
  serve(api, routes.matchLater, async ({ params, body, viewer }) => {
    await readSeriesTarget(db, viewer, params.id)
    return enqueue(body.pluginId, viewer, { seriesIds: [params.id] }, 1)
  })
  serve(api, routes.matchMany, async ({ body, viewer }) => {
    const found = await findSeriesEditTargets(db, viewer, body.seriesIds.map(uuidToBytes))
    if (found.length < new Set(body.seriesIds).size) throw problem('not_found', 'Some of the series don’t exist.')
    return enqueue(body.pluginId, viewer, { seriesIds: body.seriesIds }, found.length)
  })
  serve(api, routes.matchLibrary, async ({ params, body, viewer }) => {
    await requireVisibleLibrary(db, viewer, params.id)
    return enqueue(body.pluginId, viewer, { libraryIds: [params.id] }, 1)
  })

  serve(api, routes.reviews, async ({ query, viewer, request, href }) => {
    const { data, total } = await listMatchReviews(db, viewer, limitAndOffsetOf(query))
    const shown = data.map((row) => ({
      id: bytesToUuid(row.uid),
      pluginId: bytesToUuid(row.pluginUid),
      pluginName: row.pluginName,
      seriesId: bytesToUuid(row.seriesUid),
      seriesTitle: row.seriesTitle,
      bookId: row.bookUid && bytesToUuid(row.bookUid),
      current: {
        title: row.bookTitle ?? row.seriesTitle,
        year: row.bookUid ? row.bookYear : row.seriesYear,
        authors: parseStoredJson<{ name: string }[]>(row.bookUid ? row.bookAuthors : row.seriesAuthors, []).map(
          (one) => one.name,
        ),
        bookCount: row.bookUid ? null : row.bookCount,
      },
      query: row.query,
      reason: row.reason as MatchReview['reason'],
      score: row.score,
      candidates: JSON.parse(row.candidates) as PluginSearchResult[],
      createdAt: formatTimestamp(row.createdAt),
    }))
    return presentListPage({ request, href }, query, { data: shown, total })
  })
  serve(api, routes.accept, async ({ params, body, viewer }) => {
    const review = await readOpen(viewer, params.id)
    const plugin = await findPlugin(db, { id: review.pluginId })
    if (!plugin?.isEnabled) throw problem('conflict', 'The plugin is disabled.')
    const target = await targetOf(viewer, review)
    requirePluginForLibrary(plugin, bytesToUuid(target.of.libraryUid))
    const record = await getRecordFromPlugin(plugins, plugin, target.entity, body.externalId).catch(refuse)
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
  serve(api, routes.isNever, async ({ params, viewer }) => ({
    never: await isNeverMatched(db, (await readSeriesTarget(db, viewer, params.id)).id),
  }))
  serve(api, routes.never, async ({ params, body, viewer }) => {
    const { id } = await readSeriesTarget(db, viewer, params.id)
    await db.transaction((tx) => setNeverMatch(tx, id, body.never, Date.now()))
  })

  async function targetOf(viewer: Viewer, review: { seriesUid: Uid; bookUid: Uid | null }): Promise<MetadataTarget> {
    if (!review.bookUid)
      return { entity: 'series', of: await readSeriesTarget(db, viewer, bytesToUuid(review.seriesUid)) }
    requireBooksWrite(viewer)
    return { entity: 'book', of: await readBookTarget(db, viewer, bytesToUuid(review.bookUid)) }
  }

  async function readOpen(viewer: Viewer, id: string) {
    const review = await findMatchReview(db, viewer, uuidToBytes(id))
    if (!review) throw problem('not_found', 'There is no such review.')
    if (review.state !== 'open') throw problem('conflict', 'This match has already been reviewed.')
    return review
  }

  async function readEnabled(id: string): Promise<PluginView> {
    const plugin = await findPlugin(db, { uid: uuidToBytes(id) })
    if (!plugin) throw problem('not_found', 'There is no such plugin.')
    if (!plugin.isEnabled) throw problem('conflict', 'The plugin is disabled.')
    return plugin
  }
}

function requireBooksWrite(viewer: Viewer): void {
  if (!hasPermission(viewer, 'BooksWrite')) throw problem('permission_denied', 'This needs the permission BooksWrite.')
}

const MESSAGES = {
  applied: 'Found and applied.',
  review: 'No clear match. Choose the right one in the review queue.',
  none: 'No match found.',
  skipped: 'This series is excluded from matching.',
}
