import type { SharedSettings } from '../../catalog/settings/share.ts'
import type { House } from '../house.ts'
import type { Door } from '../identify.ts'
import type { OpenSurface } from '../serve.ts'
import { mountApiKeys } from './api-keys.ts'
import { mountAuth } from './auth.ts'
import { mountOidc } from './oidc.ts'
import { mountOwnAccount } from './own-account.ts'
import { mountPreferences } from './preferences.ts'
import { mountSettings } from './settings.ts'
import { mountSetup } from './setup.ts'
import { mountSharingTags } from './sharing-tags.ts'
import { mountUserSharingTags } from './user-sharing-tags.ts'
import { mountUsers } from './users.ts'

/** Everything about people: how they sign in, what they may do, and what they have set. */
export function mountAccess(api: OpenSurface, house: House, door: Door, live: SharedSettings): void {
  mountSetup(api, house, door)
  mountAuth(api, house, door)
  mountOidc(api, house, door)
  mountUsers(api, house, door)
  mountUserSharingTags(api, house, door)
  mountOwnAccount(api, house, door)
  mountApiKeys(api, house, door)
  mountPreferences(api, house)
  mountSharingTags(api, house)
  mountSettings(api, house, live)
}
