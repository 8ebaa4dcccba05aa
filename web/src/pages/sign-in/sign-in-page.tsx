import { Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { oidcQuery, oidcRedirect, signIn, signInOptionsQuery } from '../../api/session.ts'
import { basePath } from '../../api/urls.ts'
import { PlainPage } from '../../frame/plain-page.tsx'
import { t } from '../../messages/t.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { CredentialsForm, signInErrorText } from './credentials-form.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { back, error: oidcError } = route.useSearch()
  const router = useRouter()
  const { data: oidc } = useQuery(oidcQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const [problem, setProblem] = useState(oidcError ? t('signIn.oidcFailed') : undefined)
  usePageTitle(t('signIn.title'))

  const leaveTo = async (name: string) => {
    try {
      location.assign(await oidcRedirect(name, inside(back)))
    } catch (error) {
      setProblem(signInErrorText(error))
    }
  }

  return (
    <PlainPage title={t('signIn.title')}>
      <CredentialsForm
        problem={problem}
        send={async ({ username, password }) => {
          await signIn(username, password)
          router.history.replace(basePath + inside(back))
        }}
      />
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
    </PlainPage>
  )
}

/** Only ever back into our own pages; as they are called below the base path. */
function inside(back: string | undefined): string {
  return back?.startsWith('/') && !back.startsWith('//') ? back : '/'
}
