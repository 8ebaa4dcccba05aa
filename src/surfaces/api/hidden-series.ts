import { hiddenSeries } from '../../contract/hidden-series.ts'
import { problem } from '../../contract/problems.ts'
import { collectionKind } from '../../store/curated-list/list-kind.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { hideSeries, listHiddenSeries, showSeriesAgain } from '../../store/hidden-series/hidden-series.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readSeriesTarget } from './curation-context.ts'

/** Series that users don't want to be offered. Only their own view changes. */
export function mountHiddenSeries(api: OpenSurface, { db, events }: Pick<AppContext, 'db' | 'events'>): void {
  const change = async (viewer: Viewer, ids: readonly number[], isHidden: boolean): Promise<number> => {
    const count = await db.transaction((tx) =>
      isHidden ? hideSeries(tx, viewer.userId, ids, Date.now()) : showSeriesAgain(tx, viewer.userId, ids),
    )
    // Updates the user's other windows.
    if (count > 0) events.emit({ type: 'hidden_series_updated', userId: viewer.uid }, { userId: viewer.userId })
    return count
  }

  serve(api, hiddenSeries.list, async ({ viewer }) => ({ seriesIds: await listHiddenSeries(db, viewer) }))
  serve(api, hiddenSeries.hide, async ({ params, viewer }) => {
    await change(viewer, [(await readSeriesTarget(db, viewer, params.id)).id], true)
  })
  serve(api, hiddenSeries.show, async ({ params, viewer }) => {
    const shown = await change(viewer, [(await readSeriesTarget(db, viewer, params.id)).id], false)
    if (shown === 0) throw problem('not_found', 'You haven’t hidden this series.')
  })
  serve(api, hiddenSeries.change, async ({ body, viewer }) => {
    const isHidden = body.hidden ?? true
    const uids = [...new Set(body.seriesIds)].map(uuidToBytes)
    const count = await change(viewer, await findMemberIdsByUid(db, viewer, collectionKind, uids), isHidden)
    return { count, message: isHidden ? `${count} series hidden.` : `${count} series shown again.` }
  })
}
