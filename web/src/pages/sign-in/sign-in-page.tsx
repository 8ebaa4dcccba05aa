import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { basePath } from '../../api/base.ts'
import { isProblem } from '../../api/problem.ts'
import { oidcQuery, oidcRedirect, signIn, signInOptionsQuery } from '../../api/session.ts'
import { QuietPage } from '../../frame/quiet-page.tsx'
import { t } from '../../messages/t.ts'
import { useTitle } from '../../parts/use-title.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { back, error: oidcError } = route.useSearch()
  const router = useRouter()
  const { data: oidc } = useQuery(oidcQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const [problem, setProblem] = useState(oidcError ? t('signIn.oidcFailed') : '')
  const [busy, setBusy] = useState(false)
  useTitle(t('signIn.title'))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      await signIn(String(form.get('username')), String(form.get('password')))
      router.history.replace(basePath + inside(back))
    } catch (error) {
      setProblem(wordsFor(error))
    } finally {
      setBusy(false)
    }
  }
  const leaveTo = async (name: string) => {
    try {
      location.assign(await oidcRedirect(name, inside(back)))
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }

  return (
    <QuietPage title={t('signIn.title')}>
      <form onSubmit={submit}>
        <Stack gap="md" mt="lg">
          <TextInput
            name="username"
            label={t('signIn.username')}
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            required
            withAsterisk={false}
          />
          <PasswordInput
            name="password"
            label={t('signIn.password')}
            size="md"
            autoComplete="current-password"
            required
            withAsterisk={false}
            error={problem || undefined}
          />
          <Button type="submit" size="md" loading={busy}>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
      {oidc?.enabled && oidc.providers.length > 0 && (
        <Stack gap="sm" mt="lg">
          <Divider label={t('signIn.or')} />
          {oidc.providers.map((provider) => (
            <Button key={provider.name} variant="default" size="md" onClick={() => leaveTo(provider.name)}>
              {t('signIn.with', { name: provider.displayName })}
            </Button>
          ))}
        </Stack>
      )}
      {options?.registrationEnabled && (
        <p className="quiet">
          <Link to="/register">{t('register.offer')}</Link>
        </p>
      )}
    </QuietPage>
  )
}

/** Only ever back into our own pages; as they are called below the base path. */
function inside(back: string | undefined): string {
  return back?.startsWith('/') && !back.startsWith('//') ? back : '/'
}

function wordsFor(error: unknown): string {
  if (!isProblem(error)) return t('error.offline.text')
  if (error.status === 401) return t('signIn.wrong')
  if (error.status === 429) return t('signIn.tooMany', { count: error.retryAfter ?? 60 })
  return error.message
}
