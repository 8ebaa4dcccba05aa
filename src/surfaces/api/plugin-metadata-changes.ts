import { pluginMetadata as routes } from '../../contract/plugin-metadata.ts'
import { problem } from '../../contract/problems.ts'
import { undoAppliedRecord } from '../../plugins/metadata/undo-change.ts'
import { findMetadataChange, listMetadataChanges } from '../../store/plugin/metadata-changes.ts'
import { listPlugins } from '../../store/plugin/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { presentMetadataChange } from '../present/plugin-metadata.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { CurationContext } from './curation-context.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { readMetadataTarget } from './read-metadata-provider.ts'

/** What plugins changed in a series or book, and how to undo it. */
export function mountPluginMetadataChanges(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db } = context

  for (const entity of ['series', 'book'] as const) {
    const ofSeries = entity === 'series'
    serve(api, ofSeries ? routes.seriesChanges : routes.bookChanges, async ({ params, viewer }) => {
      const { of } = await readMetadataTarget(db, entity, viewer, params.id)
      const changes = await listMetadataChanges(db, ofSeries ? { seriesId: of.id } : { bookId: of.id })
      const names = new Map((await listPlugins(db)).map((one) => [one.id, one.uid]))
      return { changes: changes.map((one) => presentMetadataChange(one, names)) }
    })

    serve(api, ofSeries ? routes.undoSeries : routes.undoBook, async ({ params, viewer }) => {
      const target = await readMetadataTarget(db, entity, viewer, params.id)
      const change = await findMetadataChange(db, uuidToBytes(params.changeId))
      const isOfTarget = change && (ofSeries ? change.series_id : change.book_id) === target.of.id
      if (!isOfTarget) throw problem('not_found', 'There is no such change.')
      if (change.undone_at !== null) throw problem('conflict', 'This change has already been undone.')
      return { undoneFields: await undoAppliedRecord(context, target, change) }
    })
  }
}
