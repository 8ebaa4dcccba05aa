import type { Shelving } from '../../catalog/metadata/curation-deps.ts'
import type { AppContext } from '../app-context.ts'
import type { Door } from '../identify.ts'
import type { OpenSurface } from '../serve.ts'
import type { Credentials } from './session/credentials.ts'
import type { HandOut } from './session/hand-out.ts'

/** What every part of the compatibility API works with. */
export interface Komga {
  surface: OpenSurface
  context: AppContext
  door: Door
  credentials: Credentials
  handOut: HandOut
  shelving: Shelving
}
