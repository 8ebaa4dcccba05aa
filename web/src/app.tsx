import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from './api/query-client.ts'
import { directionOf } from './messages/language-list.ts'
import { useLanguage } from './messages/t.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme/mantine.ts'
import { useTheme } from './theme/theme-choice.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((it) => ({ default: it.Notifications })))

export function App() {
  const isIdle = useIdle()
  const { name } = useTheme()
  const language = useLanguage()
  const direction = directionOf(language)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={name === 'paper' ? 'light' : 'dark'}
    >
      <QueryClientProvider client={queryClient}>
        <DirectionProvider key={direction} initialDirection={direction} detectDirection={false}>
          {isIdle && (
            <Suspense fallback={null}>
              <Notifications position="bottom-center" autoClose={3500} limit={3} />
            </Suspense>
          )}
          <RouterProvider router={router} key={language} />
        </DirectionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Where messages are shown is loaded after the page itself, and before anything can go wrong with the connection. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const wait = () => setTimeout(() => setIdle(true), 1500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  }, [])
  return isIdle
}
