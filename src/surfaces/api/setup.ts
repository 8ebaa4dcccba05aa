import { alreadySetUpProblem, createFirstAdmin } from '../../catalog/access/first-admin.ts'
import { setup } from '../../contract/setup.ts'
import { hasUsers } from '../../store/user/account.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'

export function mountSetup(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  serve(api, setup.status, async ({ request }) => {
    const setupRequired = !(await hasUsers(context.db))
    return { setupRequired, setupTokenRequired: setupRequired && authenticator.setupToken.isNeeded(request) }
  })

  serve(api, setup.initialize, async ({ body: { setupToken, ...registration }, ...exchange }) => {
    if (await hasUsers(context.db)) throw alreadySetUpProblem()
    authenticator.setupToken.check(exchange.request, setupToken)
    const { id } = await createFirstAdmin(context.db, registration, Date.now())
    return signIn(context, authenticator, exchange, id, 'setup')
  })
}
