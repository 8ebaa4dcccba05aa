import { Outlet } from '@tanstack/react-router'
import { useLiveEvents } from '../api/live.ts'
import { useFollowedChoices } from '../pages/settings/preferences/follow-choices.ts'

/** Whoever is signed in hears what happens, on every page and in every book, and finds their own theme and language. */
export function Inside() {
  useLiveEvents()
  useFollowedChoices()
  return <Outlet />
}
