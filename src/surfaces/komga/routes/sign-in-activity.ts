import { type SignInActivityDto, signInActivity } from '../../../contract/komga/sign-in-activity.ts'
import { listSignIns, type SignIn } from '../../../store/session/list-sign-ins.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { findUser } from '../../../store/user/read.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { limitAndOffsetOfPageable, type Pageable, presentSpringPage, readPageable } from '../pageable.ts'
import { formatKomgaTime, komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, uidOrNotFound } from '../read-by-komga-id.ts'
import { commaSeparatedOf, queryOf } from '../read-query.ts'

/**
 * Successful sign-ins. Failures aren't shown: failed names are stored only as hashes, because people type passwords
 * there.
 */
export function mountSignInActivity({ surface, context: { db } }: KomgaContext): void {
  serve(surface, signInActivity.all, ({ request }) => page(readPageable(queryOf(request)), undefined))
  serve(surface, signInActivity.own, ({ request, viewer }) => page(readPageable(queryOf(request)), viewer.userId))
  serve(surface, signInActivity.latest, async ({ params, request }) => {
    const user = await findUser(db, { uid: uidOrNotFound(params.id, 'user') })
    const [key] = commaSeparatedOf(queryOf(request), 'apikey_id') ?? []
    const keyUid = key === undefined ? undefined : uidOrNotFound(key, 'key')
    const [last] = user ? (await listSignIns(db, { userId: user.id, keyUid, limit: 1, offset: 0 })).data : []
    if (!last) throw notFoundProblem('activity')
    return present(last)
  })

  async function page(pageable: Pageable, userId: number | undefined) {
    const byTime = pageable.orders.find((order) => order.property === 'dateTime')
    const rows = pageable.isUnpaged ? { limit: MAX_SIGN_INS, offset: 0 } : limitAndOffsetOfPageable(pageable)
    const found = await listSignIns(db, { userId, ...rows, oldestFirst: byTime?.direction === 'asc' })
    return presentSpringPage(pageable, byTime !== undefined, { ...found, data: found.data.map(present) })
  }
}

const MAX_SIGN_INS = 10_000

const present = (one: SignIn): SignInActivityDto => ({
  userId: komgaIdOf(bytesToUuid(one.userUid)),
  email: one.name,
  apiKeyId: one.keyUid && komgaIdOf(bytesToUuid(one.keyUid)),
  apiKeyComment: one.keyName,
  ip: null,
  userAgent: one.userAgent,
  success: true,
  error: null,
  dateTime: formatKomgaTime(one.at),
  source: one.keyUid ? 'ApiKey' : 'Password',
})
