import type { AuditEvent } from '../../contract/audit-event-labels.ts'
import type { Queryable, Tx } from '../open.ts'

export interface NewAuditEntry {
  event: AuditEvent
  userUid?: string | null
  username?: string | null
  address?: string | null
  via?: string | null
  userAgent?: string | null
  targetType?: string | null
  targetUid?: string | null
  targetName?: string | null
  details?: Record<string, unknown>
}

export interface AuditRow extends Required<NewAuditEntry> {
  id: number
  createdAt: number
}

export interface AuditFilter {
  event?: readonly AuditEvent[]
  userId?: string
  address?: string
  search?: string
  after?: number
  before?: number
}

export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry, now: number): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      created_at: now,
      event: entry.event,
      user_uid: entry.userUid ?? null,
      username: cut(entry.username),
      address: cut(entry.address),
      via: entry.via ?? null,
      user_agent: cut(entry.userAgent),
      target_type: entry.targetType ?? null,
      target_uid: cut(entry.targetUid),
      target_name: cut(entry.targetName),
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

/** Newest first. */
export async function listAuditEntries(
  db: Queryable,
  filter: AuditFilter,
  rows: { limit: number; offset: number },
): Promise<{ data: AuditRow[]; total: number }> {
  const part = `%${(filter.search ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const found = db.query
    .selectFrom('audit_entry')
    .$if(filter.event !== undefined, (q) => q.where('event', 'in', filter.event!))
    .$if(filter.userId !== undefined, (q) =>
      q.where((eb) => eb.or([eb('user_uid', '=', filter.userId!), eb('target_uid', '=', filter.userId!)])),
    )
    .$if(filter.address !== undefined, (q) => q.where('address', '=', filter.address!))
    .$if(filter.after !== undefined, (q) => q.where('created_at', '>=', filter.after!))
    .$if(filter.before !== undefined, (q) => q.where('created_at', '<', filter.before!))
    .$if(filter.search !== undefined, (q) =>
      q.where((eb) =>
        eb.or(
          (['username', 'target_name', 'address'] as const).map((column) =>
            eb(eb.fn<string>('lower', [column]), 'like', part),
          ),
        ),
      ),
    )
  const total = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const page = await found.selectAll().orderBy('id', 'desc').limit(rows.limit).offset(rows.offset).execute()
  return {
    total: total.n,
    data: page.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      event: row.event as AuditEvent,
      userUid: row.user_uid,
      username: row.username,
      address: row.address,
      via: row.via,
      userAgent: row.user_agent,
      targetType: row.target_type,
      targetUid: row.target_uid,
      targetName: row.target_name,
      details: JSON.parse(row.details),
    })),
  }
}

/**
 * Deletes entries that are too old or too many. Failures have a separate limit: someone who guesses passwords all night
 * must not push out the changes to accounts.
 */
export async function pruneAudit(tx: Tx, bounds: { before: number; max: number }): Promise<void> {
  await tx.deleteFrom('audit_entry').where('created_at', '<', bounds.before).execute()
  for (const [isFailure, max] of [
    [true, Math.ceil(bounds.max / 4)],
    [false, bounds.max],
  ] as const) {
    const oldest = await tx
      .selectFrom('audit_entry')
      .select('id')
      .where('event', isFailure ? 'in' : 'not in', failures)
      .orderBy('id', 'desc')
      .offset(max)
      .limit(1)
      .executeTakeFirst()
    if (!oldest) continue
    await tx
      .deleteFrom('audit_entry')
      .where('event', isFailure ? 'in' : 'not in', failures)
      .where('id', '<=', oldest.id)
      .execute()
  }
}

const failures = ['sign_in_failed', 'sign_in_blocked']
const cut = (text: string | null | undefined): string | null => text?.slice(0, 300) ?? null
