import { sql } from 'kysely'
import type { BookFilter } from '../book/filter.ts'
import { listBookIds } from '../book/list.ts'
import { defineCache } from '../cache/caches.ts'
import { dependsOnViewer } from '../list/list-signature.ts'
import { lockRows } from '../lock-rows.ts'
import type { Db, Queryable } from '../open.ts'
import { currentRevision } from '../revision.ts'
import type { SeriesFilter } from '../series/filter.ts'
import { listSeriesIds } from '../series/list.ts'
import type { Viewer } from '../viewer.ts'
import { seesEverything } from '../visibility/visible-classes.ts'
import type { ListKind } from './list-kind.ts'
import { readAllMemberIds, readListRule, replaceListMembers } from './write.ts'

/** A condition as a person wrote it, and the filter it stands for. */
export interface ListRule {
  condition: unknown
  filter: SeriesFilter | BookFilter
}

/** Such a rule finds other things for each reader: a list with it cannot be shared. */
export const isPersonalRule = ({ filter }: ListRule): boolean => dependsOnViewer(filter)

interface RuleRow {
  id: number
  owner_id: number | null
  rule: string
}

/**
 * Brings the members of lists with a rule up to date, before somebody looks at lists. They are rows like those of any
 * list, so that every surface, condition and count knows them, and shows each reader only what they may see.
 */
export async function refreshRuleLists(db: Queryable, kind: ListKind): Promise<void> {
  // Within a transaction nobody looks at a list for its members.
  if (!('transaction' in db)) return
  const whole = db as Db
  const { rows } = await sql<RuleRow>`select id, owner_id, rule from ${sql.table(kind.table)}
    where rule is not null`.execute(whole.query)
  for (const row of rows) await refresh(whole, kind, row)
}

/** Lists whose members are right, up to a revision. */
const refreshedCache = defineCache<string, true>('refreshed_lists', { maxEntries: 10_000 })

async function refresh(db: Db, kind: ListKind, { id, owner_id: ownerId, rule }: RuleRow): Promise<void> {
  const revision = await (ownerId === null
    ? currentRevision(db, 'catalog')
    : currentRevision(db, 'catalog', `user:${ownerId}`))
  await refreshedCache(db).load(`${kind.table} ${id} ${rule}`, revision, async () => {
    const filter = JSON.parse(rule)
    const all = { limit: MAX_MEMBERS, offset: 0 }
    const { ids } = await (kind.member === 'series'
      ? listSeriesIds(db, whoKeeps(ownerId), { filter }, all)
      : listBookIds(db, whoKeeps(ownerId), { filter, sort: [{ field: 'series', direction: 'asc' }] }, all))
    const before = await readAllMemberIds(db.query, kind, id)
    if (before.length === ids.length && before.every((member, index) => member === ids[index])) return true
    await db.transaction(async (tx) => {
      // Somebody may have given it another rule meanwhile, and another server may bring it up to date as well.
      await lockRows(tx, db.kind, kind.table, [id])
      if ((await readListRule(tx, kind, id)) === rule) await replaceListMembers(tx, kind, { id, ownerId }, ids)
    })
    return true
  })
}

/** As many as a list may hold that is made by hand. */
const MAX_MEMBERS = 20_000

/** Who may see a member is asked of each reader; whose progress and lists are meant is clear: the owner's. */
const whoKeeps = (ownerId: number | null): Viewer => ({
  userId: ownerId ?? 0,
  uid: '',
  username: '',
  role: 'reader',
  permissions: new Set(),
  sees: seesEverything,
  via: 'system',
})
