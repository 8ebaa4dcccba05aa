import { inChunks } from '../in-chunks.ts'
import { type BookTarget, type SeriesTarget, selectBookTargets, selectSeriesTargets } from '../metadata/edit-targets.ts'
import type { Queryable } from '../open.ts'

/** Whoever imports may edit everything, so nobody's view decides what is found. */
export async function findBookTargetsById(db: Queryable, ids: readonly number[]): Promise<BookTarget[]> {
  const found: BookTarget[] = []
  for (const some of inChunks(ids)) {
    found.push(...(await selectBookTargets(db).where('b.id', 'in', some).orderBy('b.id').execute()))
  }
  return found
}

export async function findSeriesTargetsById(db: Queryable, ids: readonly number[]): Promise<SeriesTarget[]> {
  const found: SeriesTarget[] = []
  for (const some of inChunks(ids)) {
    found.push(...(await selectSeriesTargets(db).where('s.id', 'in', some).orderBy('s.id').execute()))
  }
  return found
}
