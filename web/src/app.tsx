import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { directionOf } from './messages/language-list.ts'
import { useLanguage } from './messages/t.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme/mantine.ts'
import { useTheme } from './theme/theme-choice.ts'

export function App() {
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
          <Notifications position="bottom-center" autoClose={3500} limit={3} />
          <RouterProvider router={router} key={language} />
        </DirectionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
