import { createFirstAdmin } from '../../catalog/access/newcomers.ts'
import { setup } from '../../contract/setup.ts'
import { hasUsers } from '../../store/user/account.ts'
import type { House } from '../house.ts'
import type { Door } from '../identify.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { signIn } from './auth.ts'

export function mountSetup(api: OpenSurface, house: House, door: Door): void {
  serve(api, setup.status, async () => ({ setupRequired: !(await hasUsers(house.db)) }))

  serve(api, setup.initialize, async ({ body, ...exchange }) => {
    const { id } = await createFirstAdmin(house.db, body, Date.now())
    return signIn(house, door, exchange, id)
  })
}
