import type { SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import type { Tx } from '../../store/open.ts'
import { editSeries } from './edit-series.ts'
import type { MetadataEditDeps } from './metadata-edit-deps.ts'

/** Edits the relation of two series. Both change: each shows the other. */
export async function editRelation(
  deps: MetadataEditDeps,
  one: SeriesEditTarget,
  other: SeriesEditTarget,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  // Called for each of the two. A transaction that the database aborts is retried, and then nothing has changed yet.
  const changed = new WeakMap<Tx, Promise<boolean>>()
  await editSeries(deps, [one, other], {
    edit: (before) => before,
    also: async (tx) => {
      if (!changed.has(tx)) changed.set(tx, change(tx))
      return (await changed.get(tx)) ? ['relations'] : []
    },
  })
}
