import { Button, Divider, Input, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fetchOidcLoginUrl, oidcProvidersQuery, signIn, signInOptionsQuery } from '../../api/session.ts'
import { basePath } from '../../api/urls.ts'
import { PageWithoutFrame } from '../../frame/page-without-frame.tsx'
import { t } from '../../messages/t.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { CredentialsForm, signInErrorText } from './credentials-form.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { back, error: oidcError } = route.useSearch()
  const router = useRouter()
  const { data: oidc } = useQuery(oidcProvidersQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState(oidcError ? t('signIn.oidcFailed') : undefined)
  const providers = oidc?.enabled ? oidc.providers : []
  useDocumentTitle(t('signIn.title'))

  // After the browser's Back the page must not still be in its leaving state.
  useEffect(() => {
    const stay = () => setLeaving(undefined)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  const leaveTo = async (name: string) => {
    setLeaving(name)
    setProblem(undefined)
    try {
      location.assign(await fetchOidcLoginUrl(name, inside(back)))
    } catch (error) {
      setProblem(signInErrorText(error))
      setLeaving(undefined)
    }
  }

  return (
    <PageWithoutFrame title={t('signIn.title')}>
      <CredentialsForm
        problem={providers.length > 0 ? undefined : problem}
        send={async ({ username, password }) => {
          await signIn(username, password)
          router.history.replace(basePath + inside(back))
        }}
      />
      {providers.length > 0 && (
        <Stack gap="sm" mt="lg">
          <Divider label={t('signIn.or')} />
          {providers.map(({ name, displayName }) => (
            <Button
              key={name}
              variant="default"
              size="md"
              loading={leaving === name}
              disabled={leaving !== undefined && leaving !== name}
              onClick={() => leaveTo(name)}
            >
              {t('signIn.with', { name: displayName })}
            </Button>
          ))}
          {problem && <Input.Error role="alert">{problem}</Input.Error>}
        </Stack>
      )}
      {options?.registrationEnabled && (
        <p className="quiet">
          <Link to="/register">{t('register.offer')}</Link>
        </p>
      )}
    </PageWithoutFrame>
  )
}

/** Only redirects to our own pages; the path is relative to the base path. */
function inside(back: string | undefined): string {
  return back?.startsWith('/') && !back.startsWith('//') ? back : '/'
}
