import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { useLanguage } from './messages/t.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme/mantine.ts'
import { useTheme } from './theme/theme-choice.ts'

export function App() {
  const { name } = useTheme()
  const language = useLanguage()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={name === 'paper' ? 'light' : 'dark'}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-center" autoClose={3500} limit={3} />
        <RouterProvider router={router} key={language} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
