import { normaliseLine } from '../../../catalog/metadata/normalise-text.ts'
import type { Db, Tx } from '../../../store/open.ts'
import { listSeriesSharingTags, setSeriesSharingTags } from '../../../store/sharing-tag/series-sharing-tags.ts'
import { findSharingTagIdByName, insertSharingTag } from '../../../store/sharing-tag/sharing-tag.ts'

const namesIn = (labels: readonly string[]) => [
  ...new Map(labels.flatMap((label) => normaliseLine(label) ?? []).map((name) => [name.toLowerCase(), name])).values(),
]

export async function sharingLabelsDiffer(db: Db, seriesId: number, labels: readonly string[]): Promise<boolean> {
  const before = (await listSeriesSharingTags(db, seriesId)).map((tag) => tag.name.toLowerCase()).sort()
  const after = namesIn(labels)
    .map((name) => name.toLowerCase())
    .sort()
  return JSON.stringify(before) !== JSON.stringify(after)
}

/** Sets exactly these labels. The caller updates the series' visibility class. */
export async function replaceSharingLabels(
  tx: Tx,
  seriesId: number,
  labels: readonly string[],
  now: number,
): Promise<void> {
  await setSeriesSharingTags(tx, seriesId, await findOrCreateSharingTags(tx, labels, now))
}

/** Internal ids of the sharing tags; a new label becomes one. */
export async function findOrCreateSharingTags(tx: Tx, labels: readonly string[], now: number): Promise<number[]> {
  const ids: number[] = []
  for (const name of namesIn(labels)) {
    if ((await findSharingTagIdByName(tx, name)) === undefined)
      await insertSharingTag(tx, { name, description: null }, now)
    ids.push((await findSharingTagIdByName(tx, name))!)
  }
  return ids
}
