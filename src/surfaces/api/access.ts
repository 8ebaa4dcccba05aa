import type { SharedSettings } from '../../catalog/settings/share.ts'
import type { AppContext } from '../app-context.ts'
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
export function mountAccess(api: OpenSurface, context: AppContext, door: Door, live: SharedSettings): void {
  mountSetup(api, context, door)
  mountAuth(api, context, door)
  mountOidc(api, context, door)
  mountUsers(api, context, door)
  mountUserSharingTags(api, context, door)
  mountOwnAccount(api, context, door)
  mountApiKeys(api, context, door)
  mountPreferences(api, context)
  mountSharingTags(api, context)
  mountSettings(api, context, live)
}
