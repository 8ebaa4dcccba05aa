import { inChunks } from '../in-chunks.ts'
import {
  type BookEditTarget,
  type SeriesEditTarget,
  selectBookEditTargets,
  selectSeriesEditTargets,
} from '../metadata/edit-targets.ts'
import type { Queryable } from '../open.ts'

/** Imports may edit everything, so visibility isn't checked. */
export async function findBookEditTargetsById(db: Queryable, ids: readonly number[]): Promise<BookEditTarget[]> {
  const found: BookEditTarget[] = []
  for (const some of inChunks(ids)) {
    found.push(...(await selectBookEditTargets(db).where('b.id', 'in', some).orderBy('b.id').execute()))
  }
  return found
}

export async function findSeriesEditTargetsById(db: Queryable, ids: readonly number[]): Promise<SeriesEditTarget[]> {
  const found: SeriesEditTarget[] = []
  for (const some of inChunks(ids)) {
    found.push(...(await selectSeriesEditTargets(db).where('s.id', 'in', some).orderBy('s.id').execute()))
  }
  return found
}
