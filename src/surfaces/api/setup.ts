import { createFirstAdmin } from '../../catalog/access/registration.ts'
import { setup } from '../../contract/setup.ts'
import { hasUsers } from '../../store/user/account.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'

export function mountSetup(api: OpenSurface, context: AppContext, authenticator: Authenticator): void {
  serve(api, setup.status, async () => ({ setupRequired: !(await hasUsers(context.db)) }))

  serve(api, setup.initialize, async ({ body, ...exchange }) => {
    const { id } = await createFirstAdmin(context.db, body, Date.now())
    return signIn(context, authenticator, exchange, id, 'setup')
  })
}
