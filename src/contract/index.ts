import { apiKeys } from './api-keys.ts'
import { auth } from './auth.ts'
import { events } from './events.ts'
import { pages } from './pages.ts'
import { preferences } from './preferences.ts'
import { progress } from './progress.ts'
import type { Route } from './route.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { sharingTags } from './sharing-tags.ts'
import { system } from './system.ts'
import { users } from './users.ts'

/** Every route of the API by noun, in the order of the reference. A new noun is added here and nowhere else. */
export const contract = {
  system,
  setup,
  auth,
  apiKeys,
  users,
  preferences,
  sharingTags,
  pages,
  progress,
  events,
  settings,
}

export const allRoutes: readonly Route[] = Object.values(contract).flatMap((noun): Route[] => Object.values(noun))
