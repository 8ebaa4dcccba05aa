import { createFirstAdmin } from '../../catalog/access/newcomers.ts'
import { setup } from '../../contract/setup.ts'
import { hasUsers } from '../../store/user/account.ts'
import type { AppContext } from '../app-context.ts'
import type { Door } from '../identify.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'

export function mountSetup(api: OpenSurface, context: AppContext, door: Door): void {
  serve(api, setup.status, async () => ({ setupRequired: !(await hasUsers(context.db)) }))

  serve(api, setup.initialize, async ({ body, ...exchange }) => {
    const { id } = await createFirstAdmin(context.db, body, Date.now())
    return signIn(context, door, exchange, id)
  })
}
