import type { FastifyRequest } from 'fastify'
import type { Caches } from '../store/cache/caches.ts'
import { NO_REVISION } from '../store/cache/revision-cache.ts'
import type { Viewer } from '../store/viewer.ts'
import type { AuditDetails, AuditRecorder } from './audit-recorder.ts'
import { clientAddress } from './edge/ip-address-key.ts'

/** Writes sign-ins to the audit log, and limits how often apps that repeat themselves get an entry. */
export type SignInAudit = ReturnType<typeof openSignInAudit>

type LoginMethod = 'basic' | 'password'

export function openSignInAudit(audit: AuditRecorder, caches: Caches, now: () => number) {
  const wasRecorded = recordedRecently(caches, now)
  const about = (user: { uid: string } | undefined, via: LoginMethod) => ({
    targetType: 'user',
    targetUid: user?.uid ?? null,
    via,
  })
  return {
    /** Apps send the password with every request: one entry a day is enough. */
    async passwordAccepted(request: FastifyRequest, { userId, uid, username }: Viewer): Promise<void> {
      if (wasRecorded(`basic ${userId} ${clientAddress(request)} ${request.headers['user-agent']}`, DAY_MS)) return
      await audit.record('sign_in', request, { userUid: uid, username, via: 'basic' })
    },
    passwordRefused: (request: FastifyRequest, user: { uid: string } | undefined, via: LoginMethod) =>
      audit.record('sign_in_failed', request, about(user, via)),
    async loginBlocked(request: FastifyRequest, user: { id: number; uid: string } | undefined, via: LoginMethod) {
      if (wasRecorded(`blocked ${clientAddress(request)} ${user?.id}`, MINUTE_MS)) return
      await audit.record('sign_in_blocked', request, about(user, via))
    },
    /** One entry per minute and address: an app with an old key tries a hundred times. */
    async keyRefused(request: FastifyRequest, details: AuditDetails): Promise<void> {
      if (wasRecorded(`key ${clientAddress(request)}`, MINUTE_MS)) return
      await audit.record('sign_in_failed', request, { targetType: 'key', via: 'key', ...details })
    },
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Whether the same event was already passed within that time. */
function recordedRecently(caches: Caches, now: () => number): (event: string, ms: number) => boolean {
  const times = caches.create<string, number>('audited_recently', { maxEntries: 10_000 })
  return (event, ms) => {
    const last = times.get(event, NO_REVISION)
    if (last !== undefined && now() - last < ms) return true
    times.set(event, NO_REVISION, now())
    return false
  }
}
