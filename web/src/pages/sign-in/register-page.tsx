import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { register, signInOptionsQuery } from '../../api/session.ts'
import { PlainPage } from '../../frame/plain-page.tsx'
import { t } from '../../messages/t.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { CredentialsForm } from './credentials-form.tsx'

/** Where the server lets people make an account for themselves. */
export function RegisterPage() {
  const navigate = useNavigate()
  const { data: options } = useQuery(signInOptionsQuery)
  usePageTitle(t('register.title'))
  if (options && !options.registrationEnabled) return <Navigate to="/sign-in" replace />
  return (
    <PlainPage title={t('register.title')} lead={t('register.lead')}>
      <CredentialsForm
        isNew
        send={async (account) => {
          await register(account)
          await navigate({ to: '/', replace: true })
        }}
      />
      <p className="quiet">
        <Link to="/sign-in">{t('register.haveOne')}</Link>
      </p>
    </PlainPage>
  )
}
