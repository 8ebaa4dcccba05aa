import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { type Fault, problem, validationProblem } from '../../contract/problems.ts'
import { type SharingTagSummary, seriesSharingTags } from '../../contract/series-sharing-tags.ts'
import type { Tx } from '../../store/open.ts'
import {
  findSharingTagIds,
  listSeriesSharingTags,
  setSeriesSharingTags,
} from '../../store/sharing-tag/series-sharing-tags.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { type CurationContext, readSeriesTarget } from './curation-context.ts'

export function mountSeriesSharingTags(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation

  /** The series gets its new visibility class in the same transaction: from then on others see it, or no longer do. */
  async function edit(viewer: Viewer, id: string, change: (tx: Tx, before: number[]) => Promise<number[]>) {
    const series = await readSeriesTarget(db, viewer, id)
    await editSeries(curation, [series], {
      edit: (before) => before,
      also: async (tx, target) => {
        const before = (await listSeriesSharingTags({ query: tx }, target.id)).map((tag) => tag.id)
        const isChanged = await setSeriesSharingTags(tx, target.id, await change(tx, before))
        return isChanged ? ['sharingTags'] : []
      },
    })
    return tagsOf(series.id)
  }

  serve(api, seriesSharingTags.list, async ({ params, viewer }) =>
    tagsOf((await readSeriesTarget(db, viewer, params.id)).id),
  )
  serve(api, seriesSharingTags.set, ({ params, body, viewer }) =>
    edit(viewer, params.id, (tx) => readTagIds(tx, body.sharingTagIds, (index) => `sharingTagIds.${index}`)),
  )
  serve(api, seriesSharingTags.add, ({ params, body, viewer }) =>
    edit(viewer, params.id, async (tx, before) => [
      ...before,
      ...(await readTagIds(tx, [body.sharingTagId], () => 'sharingTagId')),
    ]),
  )
  serve(api, seriesSharingTags.remove, async ({ params, viewer }) => {
    await edit(viewer, params.id, async (tx, before) => {
      const gone = (await findSharingTagIds(tx, [uuidToBytes(params.tagId)])).get(params.tagId.toLowerCase())
      if (gone === undefined || !before.includes(gone)) throw problem('not_found', 'This series has no such tag.')
      return before.filter((one) => one !== gone)
    })
  })

  async function tagsOf(seriesId: number): Promise<SharingTagSummary[]> {
    const tags = await listSeriesSharingTags(db, seriesId)
    return tags.map(({ uid, name, description }) => ({ id: uid, name, description }))
  }
}

async function readTagIds(tx: Tx, ids: readonly string[], pathOf: (index: number) => string): Promise<number[]> {
  const known = await findSharingTagIds(tx, ids.map(uuidToBytes))
  const faults: Fault[] = []
  const found: number[] = []
  for (const [index, id] of ids.entries()) {
    const inner = known.get(id.toLowerCase())
    if (inner === undefined) faults.push({ path: pathOf(index), message: 'is not the id of a sharing tag' })
    else found.push(inner)
  }
  if (faults.length > 0) throw validationProblem(faults)
  return found
}
