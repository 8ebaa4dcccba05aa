import { presentPage, rowsOfPage } from '../../contract/paging.ts'
import { pluginMatching as routes } from '../../contract/plugin-matching.ts'
import type { SearchResult } from '../../contract/plugin-metadata.ts'
import { problem } from '../../contract/problems.ts'
import { matchSeries } from '../../plugins/matching/match-series.ts'
import { applyRecord } from '../../plugins/metadata/apply.ts'
import { getFromPlugin, pluginProblem } from '../../plugins/metadata/look-up.ts'
import { autoMatch, type MatchOrder } from '../../plugins/tasks.ts'
import { closeReviews, findReview, listReviews, readSeriesToMatch, setNeverMatch } from '../../store/plugin/matches.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { time } from '../present/account.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { type Curation, readSeriesTarget } from './curation-deps.ts'
import { openLibraryRules } from './library-rules.ts'
import { checkLibrary } from './list-request.ts'

/** Matching by itself, and what it leaves to people. */
export function mountPluginMatching(api: OpenSurface, app: AppContext): void {
  const context: Curation = { ...app, libraryRules: openLibraryRules(app) }
  const { db, plugins, tasks } = context
  const refuse = (error: unknown): never => {
    throw pluginProblem(error)
  }
  const enqueue = async (pluginId: string, order: Partial<MatchOrder>, count: number) => {
    await readEnabled(pluginId)
    const { task, isNew } = await tasks.add(autoMatch, { params: { pluginId, ...order }, priority: 700 })
    const message = isNew
      ? `${count} ${count === 1 ? 'match was' : 'matches were'} queued.`
      : 'The same is under way already.'
    return { success: true, tasksEnqueued: Number(isNew), taskIds: [bytesToUuid(task.uid)], message }
  }

  serve(api, routes.match, async ({ params, body, viewer }) => {
    const target = await readSeriesTarget(db, viewer, params.id)
    const plugin = await readEnabled(body.pluginId)
    const [series] = await readSeriesToMatch(db, [target.id])
    if (!series) throw problem('not_found', 'There is no such series.')
    const options = { onlyNew: false, userId: viewer.userId, query: body.query?.trim() || undefined }
    const matched = await matchSeries(context, plugin, series, options).catch(refuse)
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
    return enqueue(body.pluginId, { seriesIds: [params.id] }, 1)
  })
  serve(api, routes.matchMany, async ({ body, viewer }) => {
    for (const id of body.seriesIds) await readSeriesTarget(db, viewer, id)
    return enqueue(body.pluginId, { seriesIds: body.seriesIds }, body.seriesIds.length)
  })
  serve(api, routes.matchLibrary, async ({ params, body, viewer }) => {
    await checkLibrary(db, viewer, params.id)
    return enqueue(body.pluginId, { libraryIds: [params.id] }, 1)
  })

  serve(api, routes.reviews, async ({ query, viewer, request, href }) => {
    const { data, total } = await listReviews(db, viewer, rowsOfPage(query))
    const shown = data.map((row) => ({
      id: bytesToUuid(row.uid),
      pluginId: bytesToUuid(row.pluginUid),
      pluginName: row.pluginName,
      seriesId: bytesToUuid(row.seriesUid),
      seriesTitle: row.seriesTitle,
      seriesYear: row.seriesYear,
      query: row.query,
      reason: row.reason as 'doubtful' | 'ambiguous',
      score: row.score,
      candidates: JSON.parse(row.candidates) as SearchResult[],
      createdAt: time(row.createdAt),
    }))
    return presentPage({ request, href }, query, { data: shown, total })
  })
  serve(api, routes.accept, async ({ params, body, viewer }) => {
    const review = await readOpen(viewer, params.id)
    const plugin = await findPlugin(db, { id: review.pluginId })
    if (!plugin?.isEnabled) throw problem('conflict', 'The plugin is switched off.')
    const target = { noun: 'series' as const, of: await readSeriesTarget(db, viewer, bytesToUuid(review.seriesUid)) }
    const record = await getFromPlugin(plugins, plugin, 'series', body.externalId).catch(refuse)
    const applied = await applyRecord(context, plugin, target, record, { userId: viewer.userId })
    await db.transaction((tx) => closeReviews(tx, { id: review.id }, 'applied', Date.now()))
    return applied
  })
  serve(api, routes.dismiss, async ({ params, body, viewer }) => {
    const review = await readOpen(viewer, params.id)
    await db.transaction(async (tx) => {
      await closeReviews(tx, { id: review.id }, 'dismissed', Date.now())
      if (body.never) await setNeverMatch(tx, review.seriesId, true, Date.now())
    })
  })
  serve(api, routes.never, async ({ params, body, viewer }) => {
    const { id } = await readSeriesTarget(db, viewer, params.id)
    await db.transaction((tx) => setNeverMatch(tx, id, body.never, Date.now()))
  })

  async function readOpen(viewer: Viewer, id: string) {
    const review = await findReview(db, viewer, uuidToBytes(id))
    if (!review) throw problem('not_found', 'There is no such question.')
    if (review.state !== 'open') throw problem('conflict', 'This has been decided already.')
    return review
  }

  async function readEnabled(id: string): Promise<PluginView> {
    const plugin = await findPlugin(db, { uid: uuidToBytes(id) })
    if (!plugin) throw problem('not_found', 'There is no such plugin.')
    if (!plugin.isEnabled) throw problem('conflict', 'The plugin is switched off.')
    return plugin
  }
}

const MESSAGES = {
  applied: 'Found and applied.',
  review: 'Several may be meant. Choose the right one under Reviews.',
  none: 'Nothing that fits was found.',
  skipped: 'This series is never matched by itself.',
}
