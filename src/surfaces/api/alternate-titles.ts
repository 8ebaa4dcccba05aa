import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { addLocks } from '../../catalog/metadata/locks.ts'
import { normaliseLine } from '../../catalog/metadata/normalise-text.ts'
import { alternateTitles } from '../../contract/alternate-titles.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { addAlternateTitle, changeAlternateTitle, deleteAlternateTitle } from '../../store/metadata/alternate-titles.ts'
import type { Tx } from '../../store/open.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentFullSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readFullSeries, readSeriesTarget } from './curation-context.ts'

export function mountAlternateTitles(api: OpenSurface, curation: CurationContext): void {
  const { db } = curation
  const titlesOf = async (viewer: Viewer, id: string) =>
    presentFullSeries(await readFullSeries(db, viewer, id)).alternateTitles

  /** Every change locks the titles and updates the search index. */
  async function edit(viewer: Viewer, id: string, change: (tx: Tx, seriesId: number, now: number) => Promise<void>) {
    const series = await readSeriesTarget(db, viewer, id)
    await editSeries(curation, [series], {
      edit: (before) => ({ ...before, locks: addLocks(before.locks, ['alternateTitles']) }),
      also: async (tx, target, now) => {
        await change(tx, target.id, now)
        return ['alternateTitles']
      },
    })
  }

  serve(api, alternateTitles.list, (input) =>
    answerOrNotModified(db, input, async () => ({ titles: await titlesOf(input.viewer, input.params.id) })),
  )

  serve(api, alternateTitles.add, async ({ params, body, viewer }) => {
    const title = cleanAlternateTitle(body)
    let added: Uint8Array | undefined
    await edit(viewer, params.id, async (tx, seriesId, now) => {
      added = await addAlternateTitle(tx, seriesId, title, now)
    })
    return find(viewer, params.id, bytesToUuid(added!))
  })

  serve(api, alternateTitles.change, async ({ params, body, viewer }) => {
    const change = cleanAlternateTitle(body)
    await edit(viewer, params.id, async (tx, seriesId, now) => {
      if (!(await changeAlternateTitle(tx, seriesId, uuidToBytes(params.titleId), change, now)))
        throw noSuchAlternateTitle()
    })
    return find(viewer, params.id, params.titleId)
  })

  serve(api, alternateTitles.remove, async ({ params, viewer }) => {
    await edit(viewer, params.id, async (tx, seriesId) => {
      if (!(await deleteAlternateTitle(tx, seriesId, uuidToBytes(params.titleId)))) throw noSuchAlternateTitle()
    })
  })

  async function find(viewer: Viewer, id: string, titleId: string) {
    const title = (await titlesOf(viewer, id)).find((one) => one.id === titleId.toLowerCase())
    if (!title) throw noSuchAlternateTitle()
    return title
  }
}

export const noSuchAlternateTitle = () => problem('not_found', 'This series has no such title.')

export function cleanAlternateTitle<Given extends { label?: string; title?: string }>(given: Given): Given {
  const faults = []
  const result = { ...given }
  for (const field of ['label', 'title'] as const) {
    if (given[field] === undefined) continue
    const line = normaliseLine(given[field])
    if (line === null) faults.push({ path: field, message: 'must not be blank' })
    else result[field] = line
  }
  if (faults.length > 0) throw validationProblem(faults)
  return result
}
