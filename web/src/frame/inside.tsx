import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLiveEvents } from '../api/live.ts'
import { whenRefused } from '../api/refused.ts'
import { isSignedIn } from '../api/session.ts'
import { useFollowedChoices } from '../pages/settings/preferences/follow-choices.ts'
import { Announcer } from './announcer.tsx'

/** Whoever is signed in hears what happens, on every page and in every book, and finds their own theme and language. */
export function Inside() {
  useLiveEvents()
  useFollowedChoices()
  useSignInAgain()
  return (
    <>
      <Outlet />
      <Announcer />
    </>
  )
}

/** A session may end elsewhere, by a new password or by its age: one signs in again and is back where one was. */
function useSignInAgain() {
  const router = useRouter()
  useEffect(() => {
    let asking = false
    const doubt = async () => {
      if (asking) return
      asking = true
      if (await isSignedIn()) asking = false
      else await router.navigate({ to: '/sign-in', search: { back: router.state.location.href }, replace: true })
    }
    return whenRefused(() => void doubt())
  }, [router])
}
