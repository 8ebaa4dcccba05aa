import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isProblem } from '../../api/problem.ts'
import type { NewAccount } from '../../api/session.ts'
import { t } from '../../messages/t.ts'

/** A name and a password, for the first of all accounts and for every later one. `make` leads on when it is done. */
export function AccountForm({ make }: { make: (account: NewAccount) => Promise<void> }) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    setBusy(true)
    try {
      await make({
        username: String(form.get('username')).trim(),
        password: String(form.get('password')),
        ...(email && { email }),
      })
    } catch (error) {
      setProblem(isProblem(error) ? wordsOf(error.details) || error.message : t('error.offline.text'))
      setBusy(false)
    }
  }
  return (
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
  )
}

function wordsOf(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details.map((each) => (each as { message?: string }).message ?? '').join(' ')
}
