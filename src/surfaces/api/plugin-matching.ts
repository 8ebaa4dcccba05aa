import { pluginMatching as routes } from '../../contract/plugin-matching.ts'
import { problem } from '../../contract/problems.ts'
import { entitiesToMatch } from '../../plugins/matching/auto-match-handler.ts'
import { autoMatchItem } from '../../plugins/matching/auto-match-item.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import { type AutoMatchParams, autoMatchTask } from '../../plugins/tasks.ts'
import { findSeriesEditTargets } from '../../store/metadata/edit-targets.ts'
import { readSeriesToMatch } from '../../store/plugin/items-to-match.ts'
import { isNeverMatched, setNeverMatch } from '../../store/plugin/match-reviews.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { requirePermission } from '../require-permission.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { type CurationContext, readSeriesTarget } from './curation-context.ts'
import { requireVisibleLibrary } from './library-filter.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { refuseAsProblem } from './read-metadata-provider.ts'
import { readPlugin, requireEnabledPlugin } from './read-plugin.ts'

/** Automatic matching of a series, of several, or of a library, and what is never matched. */
export function mountPluginMatching(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db, tasks } = context
  const enqueue = async (pluginId: string, viewer: Viewer, order: Partial<AutoMatchParams>, count: number) => {
    const plugin = requireEnabledPlugin(await readPlugin(db, pluginId))
    const withoutBooks = !hasPermission(viewer, 'BooksWrite')
    if (withoutBooks && !entitiesToMatch(plugin).includes('series')) requirePermission(viewer, 'BooksWrite')
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
    const plugin = requireEnabledPlugin(await readPlugin(db, body.pluginId))
    requirePluginForLibrary(plugin, bytesToUuid(target.libraryUid))
    const [series] = await readSeriesToMatch(db, [target.id])
    if (!series) throw problem('not_found', 'There is no such series.')
    const options = { onlyNew: false, userId: viewer.userId, query: body.query?.trim() || undefined }
    const matched = await autoMatchItem(context, plugin, { entity: 'series', ...series }, options).catch(
      refuseAsProblem,
    )
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
  serve(api, routes.isNever, async ({ params, viewer }) => ({
    never: await isNeverMatched(db, (await readSeriesTarget(db, viewer, params.id)).id),
  }))
  serve(api, routes.never, async ({ params, body, viewer }) => {
    const { id } = await readSeriesTarget(db, viewer, params.id)
    await db.transaction((tx) => setNeverMatch(tx, id, body.never, Date.now()))
  })
}

const MESSAGES = {
  applied: 'Found and applied.',
  review: 'No clear match. Choose the right one in the review queue.',
  none: 'No match found.',
  skipped: 'This series is excluded from matching.',
}
