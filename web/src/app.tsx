import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { queryClient } from './api/query-client.ts'
import { onFirstMessage } from './api/show-message.ts'
import { directionOf } from './messages/language-list.ts'
import { lazyWithRetry } from './messages/lazy-component.ts'
import { currentLanguage, loadPageMessages, loadSettingsMessages, useLanguage } from './messages/t.ts'
import { router } from './router.tsx'
import { mantineCssVariables, mantineTheme } from './theme/mantine-theme.ts'
import { useTheme } from './theme/theme-choice.ts'

const Notifications = lazyWithRetry(() =>
  import('@mantine/notifications').then((it) => ({ default: it.Notifications })),
)

export function App() {
  const [showsMessages, dropMessages] = useMessages()
  const { name } = useTheme()
  const language = useLanguage()
  const direction = directionOf(language)
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineCssVariables}
      forceColorScheme={name === 'paper' ? 'light' : 'dark'}
    >
      <QueryClientProvider client={queryClient}>
        <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
          {showsMessages && (
            <CatchBoundary getResetKey={() => 0} errorComponent={() => null} onCatch={dropMessages}>
              <Suspense fallback={null}>
                <Notifications position="bottom-center" autoClose={3500} limit={3} />
              </Suspense>
            </CatchBoundary>
          )}
          <RouterProvider router={router} key={language} />
        </DirectionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/**
 * Loads notifications with the first message or 12 seconds after start, along with all translations: offline, the code
 * and text of the error message couldn't be loaded any more.
 */
function useMessages(): [areWanted: boolean, drop: () => void] {
  const [areWanted, setWanted] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    onFirstMessage(want)
    const timer = setTimeout(() => {
      want()
      // The service worker has all files but those of the language.
      const load = currentLanguage() === 'en' ? loadPageMessages : loadSettingsMessages
      void load().catch(() => {})
    }, 12_000)
    return () => clearTimeout(timer)
  }, [])
  return [areWanted, () => setWanted(false)]
}
