import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { registerAccount, signInOptionsQuery } from '../../api/session.ts'
import { PageWithoutFrame } from '../../frame/page-without-frame.tsx'
import { t } from '../../messages/t.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { CredentialsForm } from './credentials-form.tsx'

/** For servers that allow self-registration. */
export function RegisterPage() {
  const navigate = useNavigate()
  const { data: options } = useQuery(signInOptionsQuery)
  useDocumentTitle(t('register.title'))
  if (options && !options.registrationEnabled) return <Navigate to="/sign-in" replace />
  return (
    <PageWithoutFrame title={t('register.title')} lead={t('register.lead')}>
      <CredentialsForm
        isNew
        send={async (account) => {
          await registerAccount(account)
          await navigate({ to: '/', replace: true })
        }}
      />
      <p className="quiet">
        <Link to="/sign-in">{t('register.haveOne')}</Link>
      </p>
    </PageWithoutFrame>
  )
}
