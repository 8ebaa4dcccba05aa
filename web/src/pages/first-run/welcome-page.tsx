import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createAdmin, setupQuery } from '../../api/session.ts'
import { PlainPage } from '../../frame/plain-page.tsx'
import { t } from '../../messages/t.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { CredentialsForm } from '../sign-in/credentials-form.tsx'

/** The very first visit: whoever comes first is the administrator. */
export function WelcomePage() {
  const navigate = useNavigate()
  const { data } = useQuery(setupQuery)
  const [begun, setBegun] = useState(false)
  usePageTitle(t('setup.welcome'))
  if (data && !data.setupRequired && !begun) return <Navigate to="/sign-in" />
  return (
    <PlainPage title={t('setup.welcome')} lead={t('setup.lead')}>
      <CredentialsForm
        isNew
        asksToken={data?.setupTokenRequired}
        send={async (account) => {
          setBegun(true)
          await createAdmin(account)
          await navigate({ to: '/add-library', search: { first: '1' } })
        }}
      />
    </PlainPage>
  )
}
