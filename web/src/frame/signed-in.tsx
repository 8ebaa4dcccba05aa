import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLiveEvents } from '../api/live-events.ts'
import { isSignedIn } from '../api/session.ts'
import { onUnauthorized } from '../api/unauthorized.ts'
import { PageAnnouncer } from './page-announcer.tsx'
import { useAccountAppearance } from './use-account-appearance.ts'

/** Whoever is signed in hears what happens, on every page and in every book, and finds their own theme and language. */
export function SignedIn() {
  useLiveEvents()
  useAccountAppearance()
  useSignInAgain()
  return (
    <>
      <Outlet />
      <PageAnnouncer />
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
    return onUnauthorized(() => void doubt())
  }, [router])
}
