import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isProblem } from '../../api/problem.ts'
import { createAdmin, setupQuery } from '../../api/session.ts'
import { QuietPage } from '../../frame/quiet-page.tsx'
import { t } from '../../messages/t.ts'
import { useTitle } from '../../parts/use-title.ts'

/** The very first visit: whoever comes first is the administrator. */
export function WelcomePage() {
  const navigate = useNavigate()
  const { data } = useQuery(setupQuery)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  useTitle(t('setup.welcome'))
  if (data && !data.setupRequired && !busy) return <Navigate to="/sign-in" />

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    setBusy(true)
    try {
      await createAdmin({
        username: String(form.get('username')).trim(),
        password: String(form.get('password')),
        ...(email && { email }),
      })
      await navigate({ to: '/add-library', search: { first: '1' } })
    } catch (error) {
      setProblem(isProblem(error) ? wordsOf(error.details) || error.message : t('error.offline.text'))
      setBusy(false)
    }
  }

  return (
    <QuietPage title={t('setup.welcome')} lead={t('setup.lead')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            name="username"
            label={t('setup.username')}
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            required
            withAsterisk={false}
          />
          <TextInput name="email" type="email" label={t('setup.email')} size="md" autoComplete="email" />
          <PasswordInput
            name="password"
            label={t('setup.password')}
            description={t('setup.passwordHint')}
            size="md"
            autoComplete="new-password"
            minLength={8}
            required
            withAsterisk={false}
            error={problem || undefined}
          />
          <Button type="submit" size="md" loading={busy}>
            {t('setup.create')}
          </Button>
        </Stack>
      </form>
    </QuietPage>
  )
}

function wordsOf(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details.map((each) => (each as { message?: string }).message ?? '').join(' ')
}
