import { createFirstAdmin } from '../../../catalog/access/first-admin.ts'
import { isEmailAddress } from '../../../catalog/access/is-email-address.ts'
import { server } from '../../../contract/komga/server.ts'
import { problem, validationProblem } from '../../../contract/problems.ts'
import { hasUsers } from '../../../store/user/account.ts'
import { findUser } from '../../../store/user/read.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentKomgaUser } from '../present/user.ts'

/** Creating the first admin, which Komga calls claiming the server. */
export function mountClaim({ surface, context, authenticator }: KomgaContext): void {
  const { db } = context
  serve(surface, server.claim, async () => ({ isClaimed: await hasUsers(db) }))
  serve(surface, server.claimNow, async ({ request }) => {
    const email = headerOf(request.headers['x-komga-email'])
    const password = headerOf(request.headers['x-komga-password'])
    if (!isEmailAddress(email) || email.length > 64) {
      throw validationProblem([{ path: 'email', message: 'must be a well-formed email address' }])
    }
    if (await hasUsers(db)) throw problem('validation_failed', 'This server has already been claimed')
    const token = request.headers['x-setup-token']
    authenticator.setupToken.check(request, token === undefined ? undefined : headerOf(token))
    const { id } = await createFirstAdmin(db, { username: email, email, password }, Date.now())
    return presentKomgaUser((await findUser(db, { id }))!)
  })
}

const headerOf = (value: string | string[] | undefined): string => String(value ?? '')
