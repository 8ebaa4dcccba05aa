import type { MetadataEditHooks } from '../../catalog/metadata/metadata-edit-deps.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { OpenSurface } from '../serve.ts'
import type { WithForeignIds } from '../translate-foreign-ids.ts'
import type { KomgaAuthenticator } from './session/komga-authenticator.ts'
import type { SessionIssuer } from './session/session-issuer.ts'

/** What every part of the compatibility API works with. */
export interface KomgaContext {
  surface: OpenSurface
  context: AppContext
  authenticator: Authenticator
  credentials: KomgaAuthenticator
  sessionIssuer: SessionIssuer
  metadataEditHooks: MetadataEditHooks
  withForeignIds: WithForeignIds
}
