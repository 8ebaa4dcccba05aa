import type { SharedSettings } from '../../catalog/settings/sync-settings-between-processes.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { OpenSurface } from '../serve.ts'
import { mountApiKeys } from './api-keys.ts'
import { mountAudit } from './audit.ts'
import { mountAuth } from './auth.ts'
import { mountFonts } from './fonts.ts'
import { mountOidc } from './oidc.ts'
import { mountOwnAccount } from './own-account.ts'
import { mountOwnSessions } from './own-sessions.ts'
import { mountPreferences } from './preferences.ts'
import { mountSettings } from './settings.ts'
import { mountSetup } from './setup.ts'
import { mountSharingTags } from './sharing-tags.ts'
import { mountUserSharingTags } from './user-sharing-tags.ts'
import { mountUsers } from './users.ts'

/** Everything about users: how they sign in, what they may do, and their settings. */
export function mountAccountRoutes(
  api: OpenSurface,
  context: AppContext,
  authenticator: Authenticator,
  live: SharedSettings,
): void {
  api.app.edge.audit = authenticator.audit
  mountSetup(api, context, authenticator)
  mountAuth(api, context, authenticator)
  mountOidc(api, context, authenticator)
  mountUsers(api, context, authenticator)
  mountUserSharingTags(api, context, authenticator)
  mountOwnAccount(api, context, authenticator)
  mountOwnSessions(api, context, authenticator)
  mountApiKeys(api, context, authenticator)
  mountPreferences(api, context)
  mountFonts(api, context)
  mountSharingTags(api, context)
  mountSettings(api, context, live)
  mountAudit(api, context)
}
