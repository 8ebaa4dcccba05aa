import type { RelationKind } from '../../contract/relations.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { findRelation, kindSeenFrom, resolveRelatedSeriesId, restoreRelation, setRelation } from './relations.ts'

/** A relation to another series in the catalogue that a plugin proposes, and the current relation of the two. */
export interface ProposedRelation {
  otherId: number
  title: string
  kind: RelationKind
  kindNow: RelationKind | null
  before: { seriesId: number; kind: string; source: string } | null
}

/** Only series that the viewer may see, and whose relation no user has set. */
export async function findProposedRelations(
  db: Queryable,
  viewer: Pick<Viewer, 'sees'>,
  seriesId: number,
  source: string,
  relations: readonly { kind: RelationKind; externalId?: string; title?: string }[],
): Promise<ProposedRelation[]> {
  const found = new Map<number, ProposedRelation>()
  for (const relation of relations) {
    const otherId = await resolveRelatedSeriesId(db.query, source, relation)
    if (otherId === undefined || otherId === seriesId || found.has(otherId)) continue
    const other = await db.query
      .selectFrom('series as s')
      .select('s.title')
      .where('s.id', '=', otherId)
      .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
      .executeTakeFirst()
    const row = await findRelation(db.query, seriesId, otherId)
    if (!other || row?.source === 'person') continue
    const before = row ? { seriesId: row.series_id, kind: row.kind, source: row.source } : null
    const kindNow = row ? kindSeenFrom(seriesId, row) : null
    found.set(otherId, { otherId, title: other.title, kind: relation.kind, kindNow, before })
  }
  return [...found.values()]
}

export async function writeProposedRelations(
  tx: Tx,
  seriesId: number,
  relations: readonly ProposedRelation[],
): Promise<void> {
  for (const { otherId, kind } of relations) await setRelation(tx, seriesId, otherId, kind, 'plugin')
}

/** Restores the previous relations, unless they were changed since. */
export async function undoProposedRelations(
  tx: Tx,
  seriesId: number,
  relations: readonly ProposedRelation[],
): Promise<boolean> {
  let isAny = false
  for (const { otherId, kind, before } of relations) {
    const now = await findRelation(tx, seriesId, otherId)
    if (now?.source !== 'plugin' || now.series_id !== seriesId || now.kind !== kind) continue
    await restoreRelation(tx, seriesId, otherId, before)
    isAny = true
  }
  return isAny
}
