import { sql } from 'kysely'
import { maxRuleListMembers } from '../../contract/rule-list-limit.ts'
import type { BookFilter } from '../book/filter.ts'
import { listBookIds } from '../book/list.ts'
import { defineCache } from '../cache/caches.ts'
import { dependsOnViewer } from '../list/list-signature.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable } from '../open.ts'
import { currentRevision } from '../revision.ts'
import type { SeriesFilter } from '../series/filter.ts'
import { listSeriesIds } from '../series/list.ts'
import { systemViewer } from '../system-viewer.ts'
import type { Viewer } from '../viewer.ts'
import type { ListKind } from './list-kind.ts'
import { readAllMemberIds, readListRule, replaceListMembers } from './write.ts'

/** A condition as the user wrote it, and its filter. */
export interface ListRule {
  condition: unknown
  filter: SeriesFilter | BookFilter
}

/** Such a rule has different results for each user: a list with it can't be shared. */
export const isPersonalRule = ({ filter }: ListRule): boolean => dependsOnViewer(filter)

interface RuleRow {
  id: number
  owner_id: number | null
  rule: string
}

/**
 * Updates the members of lists with a rule before lists are read. They are stored like those of any list, so that every
 * surface, condition and count includes them, and shows each user only what they may see.
 */
export async function refreshRuleLists(db: Queryable, kind: ListKind): Promise<void> {
  // Transactions don't read lists for their members.
  if (!('transaction' in db)) return
  const whole = db as Db
  const { rows } = await sql<RuleRow>`select id, owner_id, rule from ${sql.table(kind.table)}
    where rule is not null`.execute(whole.query)
  for (const row of rows) await refresh(whole, kind, row)
}

/** Lists whose members are up to date, by revision. */
const refreshedCache = defineCache<string, true>('refreshed_lists', { maxEntries: 10_000 })

async function refresh(db: Db, kind: ListKind, { id, owner_id: ownerId, rule }: RuleRow): Promise<void> {
  const revision = await (ownerId === null
    ? currentRevision(db, 'catalog')
    : currentRevision(db, 'catalog', `user:${ownerId}`))
  await refreshedCache(db).load(`${kind.table} ${id} ${rule}`, revision, async () => {
    const filter = JSON.parse(rule)
    const all = { limit: maxRuleListMembers, offset: 0 }
    const { ids } = await (kind.member === 'series'
      ? listSeriesIds(db, viewerFor(ownerId), { filter }, all)
      : listBookIds(db, viewerFor(ownerId), { filter, sort: [{ field: 'series', direction: 'asc' }] }, all))
    const before = await readAllMemberIds(db.query, kind, id)
    if (before.length === ids.length && before.every((member, index) => member === ids[index])) return true
    await db.transaction(async (tx) => {
      // A user may have changed the rule meanwhile, and another server may refresh the list as well.
      await lockRows(tx, db.kind, kind.table, [id])
      if ((await readListRule(tx, kind, id)) === rule) await replaceListMembers(tx, kind, { id, ownerId }, ids)
    })
    return true
  })
}

/** Visibility is checked for each user on reading; progress and lists in the rule are the owner's. */
const viewerFor = (ownerId: number | null): Viewer => ({ ...systemViewer, userId: ownerId ?? 0 })
