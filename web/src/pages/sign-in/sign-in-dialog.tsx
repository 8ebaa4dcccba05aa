import { Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSameUserSignedIn, oidcProvidersQuery, signInAgain, useMe } from '../../api/session.ts'
import { basePath } from '../../api/urls.ts'
import { t } from '../../messages/t.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { CredentialsForm } from './credentials-form.tsx'

type Props = {
  /** The same user is signed in again. */
  done: () => void
  close: () => void
}

/** Signs in over a page with unsaved changes, which the sign-in page would lose. */
export default function SignInDialog({ done, close }: Props) {
  const me = useMe()
  const { data: oidc } = useQuery(oidcProvidersQuery)
  const providers = oidc?.enabled ? oidc.providers : []

  // Other ways to sign in need a page of their own: it is opened in another tab.
  useEffect(() => {
    const lookAgain = async () => {
      if (document.visibilityState === 'visible' && (await isSameUserSignedIn(me))) done()
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [me, done])

  return (
    <Modal opened onClose={close} title={t('signIn.title')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack gap="md">
        <p>{t('signIn.again')}</p>
        <CredentialsForm
          send={async ({ username, password }) => {
            if (await signInAgain(me, username, password)) done()
            // Somebody else's changes are not saved in this person's name.
            else location.assign(`${basePath}/`)
          }}
        />
        {providers.map(({ name, displayName }) => (
          <LinkButton key={name} variant="default" size="md" to="/sign-in" target="_blank">
            {t('signIn.with', { name: displayName })}
          </LinkButton>
        ))}
      </Stack>
    </Modal>
  )
}
