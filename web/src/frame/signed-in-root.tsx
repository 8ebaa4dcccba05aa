import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { startLiveEvents } from '../api/live-events.ts'
import { preferencesQuery } from '../api/preferences.ts'
import { queryClient } from '../api/query-client.ts'
import { checkSignedIn } from '../api/session.ts'
import { onUnauthorized } from '../api/unauthorized-event.ts'
import { type Language, languages } from '../messages/language-list.ts'
import { currentLanguage, switchLanguage } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { hasUnsavedChanges } from '../parts/unsaved-changes.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../theme/theme-choice.ts'

type SignInDialog = ComponentType<{ done: () => void; close: () => void }>

/**
 * Listens to live events on every page and in every reader, and applies the account's theme and language. The dialog
 * depends on pages, which the frame can't import.
 */
export function SignedInRoot({ signInDialog }: { signInDialog: SignInDialog }) {
  useAccountAppearance()
  const question = useSignInAgain(signInDialog)
  return (
    <>
      <Outlet />
      <PageAnnouncer />
      {question}
    </>
  )
}

/**
 * A session may end elsewhere: the password was changed, or it expired. After signing in the viewer is back on the same
 * page. If it has unsaved changes, it stays open below a dialog.
 */
function useSignInAgain(Dialog: SignInDialog) {
  const router = useRouter()
  const isAsking = useRef(false)
  const [isOver, setOver] = useState(false)
  // The stream of events ends with the session.
  useEffect(() => (isOver ? undefined : startLiveEvents()), [isOver])
  useEffect(() => {
    const doubt = async () => {
      if (isAsking.current) return
      isAsking.current = true
      if (await checkSignedIn()) isAsking.current = false
      else if (hasUnsavedChanges()) setOver(true)
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
  const close = useCallback(() => {
    isAsking.current = false
    setOver(false)
  }, [])
  const done = useCallback(() => {
    close()
    void queryClient.invalidateQueries()
  }, [close])
  return (
    isOver && (
      <LazyBoundary close={close}>
        <Dialog done={done} close={close} />
      </LazyBoundary>
    )
  )
}

/**
 * Milliseconds to wait: the title may change twice during navigation, first to the app's, then to that of the loaded
 * item.
 */
const rest = 400

/** Announces the new page: screen readers don't notice client-side navigation. */
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

/** Applies the account's theme and language on every device. The browser's copy is only for the first paint. */
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
