import { resetCover } from '../../catalog/covers/change-cover.ts'
import { computeEditedSeries } from '../../catalog/metadata/compute-edited-series.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { changeLocks, lockFlagsOf } from '../../catalog/metadata/locks.ts'
import { normaliseSeriesPatch } from '../../catalog/metadata/normalise-series-patch.ts'
import { resetSeriesMetadata } from '../../catalog/metadata/reset-metadata.ts'
import { lockableSeriesFields, type SeriesMetadataPatch } from '../../contract/metadata.ts'
import { seriesMetadata } from '../../contract/series-metadata.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import type { SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentSeriesMetadataWithExternals } from '../present/external-data.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readFullSeries, readSeriesTarget } from './curation-context.ts'

export function mountSeriesMetadata(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation

  async function edit(viewer: Viewer, id: string, patch: SeriesMetadataPatch, replace = false): Promise<void> {
    const change = normaliseSeriesPatch(patch)
    const series = await readSeriesTarget(db, viewer, id)
    await editSeries(curation, [series], { edit: (before) => computeEditedSeries(before, change, { replace }) })
  }
  /** An edit may hide the series from its editor; then the response is 404, as for their next request. */
  const present = async (viewer: Viewer, id: string) =>
    presentSeriesMetadataWithExternals(await readFullSeries(db, viewer, id))

  serve(api, seriesMetadata.rename, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body)
    const series = await readFullSeries(db, viewer, params.id)
    return { id: series.uid, title: series.title, updatedAt: formatTimestamp(series.updatedAt) }
  })

  serve(api, seriesMetadata.read, (input) =>
    answerOrNotModified(db, input, () => present(input.viewer, input.params.id)),
  )

  serve(api, seriesMetadata.change, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body)
    return present(viewer, params.id)
  })

  serve(api, seriesMetadata.replace, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body, true)
    return present(viewer, params.id)
  })

  serve(api, seriesMetadata.reset, async ({ params, viewer }) => {
    await resetSeriesMetadataAndCovers(curation, viewer, [await readSeriesTarget(db, viewer, params.id)])
    return present(viewer, params.id)
  })

  serve(api, seriesMetadata.locks, (input) =>
    answerOrNotModified(db, input, async () => (await present(input.viewer, input.params.id)).locks),
  )

  serve(api, seriesMetadata.changeLocks, async ({ params, body, viewer }) => {
    const series = await readSeriesTarget(db, viewer, params.id)
    await editSeries(curation, [series], {
      edit: (before) => ({ ...before, locks: changeLocks(before.locks, body) }),
    })
    return lockFlagsOf(lockableSeriesFields, (await readFullSeries(db, viewer, params.id)).locks)
  })
}

/** A chosen cover is an edit like any other. The pictures stay, to be chosen again. */
export async function resetSeriesMetadataAndCovers(
  curation: CurationContext,
  viewer: Viewer,
  series: readonly SeriesEditTarget[],
): Promise<number> {
  const count = await resetSeriesMetadata(curation, series)
  for (const one of series) {
    const owner = await findCoverOwner(curation.db, viewer, 'series', one.uid)
    if (owner && owner.coverId !== null) await resetCover(curation, owner)
  }
  return count
}
