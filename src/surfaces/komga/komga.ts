import type { Shelving } from '../../catalog/metadata/house.ts'
import type { House } from '../house.ts'
import type { Door } from '../identify.ts'
import type { OpenSurface } from '../serve.ts'
import type { Credentials } from './session/credentials.ts'
import type { HandOut } from './session/hand-out.ts'

/** What every part of the compatibility API works with. */
export interface Komga {
  surface: OpenSurface
  house: House
  door: Door
  credentials: Credentials
  handOut: HandOut
  shelving: Shelving
}
