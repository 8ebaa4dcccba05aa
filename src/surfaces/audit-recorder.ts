import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/settings.ts'
import { type AuditEvent, auditEventLabels } from '../contract/audit-event-labels.ts'
import { insertAuditEntry, type NewAuditEntry, pruneAudit } from '../store/audit/audit.ts'
import type { Db } from '../store/open.ts'
import { clientAddress } from './edge/ip-address-key.ts'

/** What a handler adds to an audit entry besides the request's own data. */
export type AuditDetails = Partial<Omit<NewAuditEntry, 'address' | 'userAgent'>>

export interface AuditRecorder {
  record(event: AuditEvent, request: FastifyRequest, about?: AuditDetails): Promise<void>
}

const pruneEvery = 200
const dayMs = 86_400_000

/**
 * Records who did what, when and from where: one row in the database, and one log line with a fixed beginning for
 * programs such as fail2ban. A failure here never fails the action, which is already done.
 */
export function openAuditRecorder(db: Db, config: Config, now: () => number = Date.now): AuditRecorder {
  let recorded = 0
  const write = (entry: NewAuditEntry) => {
    const isTimeToPrune = recorded++ % pruneEvery === 0
    return db.transaction(async (tx) => {
      await insertAuditEntry(tx, entry, now())
      if (!isTimeToPrune) return
      await pruneAudit(tx, { before: now() - config.audit.keep_days * dayMs, max: config.audit.entries })
    })
  }

  return {
    async record(event, request, about = {}) {
      const { viewer } = request
      const entry: NewAuditEntry = {
        userUid: viewer?.uid,
        username: viewer?.username,
        via: viewer?.via,
        ...request.audited,
        ...about,
        event,
        address: clientAddress(request),
        userAgent: request.headers['user-agent'],
      }
      try {
        const { userUid: user, targetUid: target, targetType } = entry
        request.log.info({ audit: event, user, target, targetType }, lineOf(entry))
        await write(entry)
      } catch (error) {
        request.log.error({ err: error }, 'Could not write an audit log entry')
      }
    },
  }
}

/** The address first: the rest may contain anything a client sent, so it is quoted, also for terminals. */
function lineOf(entry: NewAuditEntry): string {
  const parts = [`${auditEventLabels[entry.event]} from ${entry.address}`]
  if (entry.username) parts.push(`by ${quoted(entry.username)}`)
  if (entry.targetName) parts.push(`on ${entry.targetType ?? ''} ${quoted(entry.targetName)}`)
  return parts.join(' ')
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\p{C}\u2028\u2029]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)

/** Records one entry for each kind of change to an account, so that each can be found by its event. */
export async function recordAccountChange(
  audit: AuditRecorder,
  request: FastifyRequest,
  user: { uid: string; username: string },
  change: object,
): Promise<void> {
  const target = { targetType: 'user', targetUid: user.uid, targetName: user.username }
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const kinds = Map.groupBy(given, ([field]) => eventOfField[field] ?? 'account_changed')
  for (const [event, fields] of kinds) {
    const details = event === 'password_changed' ? {} : Object.fromEntries(fields)
    await audit.record(event, request, { ...target, details })
  }
}

const eventOfField: Readonly<Record<string, AuditEvent>> = {
  password: 'password_changed',
  role: 'role_changed',
  permissions: 'role_changed',
  allLibraries: 'access_changed',
  libraryIds: 'access_changed',
  ageLimit: 'access_changed',
  allowUnrated: 'access_changed',
  tagsOverrideAge: 'access_changed',
  denied: 'role_changed',
  sharingTags: 'access_changed',
}
