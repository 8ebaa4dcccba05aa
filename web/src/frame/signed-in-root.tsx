import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { startLiveEvents } from '../api/live-events.ts'
import { preferencesQuery } from '../api/preferences.ts'
import { checkSignedIn } from '../api/session.ts'
import { onUnauthorized } from '../api/unauthorized-event.ts'
import { type Language, languages } from '../messages/language-list.ts'
import { currentLanguage, switchLanguage } from '../messages/t.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../theme/theme-choice.ts'

/** Whoever is signed in hears what happens, on every page and in every book, and finds their own theme and language. */
export function SignedInRoot() {
  useEffect(startLiveEvents, [])
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
      if (await checkSignedIn()) asking = false
      else
        await router.navigate({
          to: '/sign-in',
          search: { back: router.state.location.href },
          replace: true,
          ignoreBlocker: true,
        })
    }
    return onUnauthorized(() => void doubt())
  }, [router])
}

/** A title may change twice on the way: first to the app's, then to that of what was loaded. */
const rest = 400

/** Says where one has come to: a screen reader does not notice when one page takes the place of another. */
function PageAnnouncer() {
  const [said, say] = useState('')
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => say(document.title), rest)
    })
    observer.observe(title, { childList: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <VisuallyHidden role="status" data-announcer>
      {said}
    </VisuallyHidden>
  )
}

/** Theme and language of the account, on whatever device it is used. The browser's own copy is only for the first paint. */
function useAccountAppearance() {
  const { data } = useQuery(preferencesQuery)
  const { choice } = useTheme()
  const theme = themeChoices.find((each): each is ThemeChoice => each === data?.theme)
  const language = typeof data?.language === 'string' && data.language in languages ? data.language : undefined

  useEffect(() => {
    if (theme && theme !== choice) chooseTheme(theme)
  }, [theme, choice])
  useEffect(() => {
    if (language && language !== currentLanguage()) void switchLanguage(language as Language)
  }, [language])
}
