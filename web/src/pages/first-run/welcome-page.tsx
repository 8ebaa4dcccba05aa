import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { librariesQuery } from '../../api/item-queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { createAdmin, setupStatusQuery } from '../../api/session.ts'
import { PageWithoutFrame } from '../../frame/page-without-frame.tsx'
import { t } from '../../messages/t.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { CredentialsForm } from '../sign-in/credentials-form.tsx'

/** The very first visit: the first account becomes the administrator. */
export function WelcomePage() {
  const navigate = useNavigate()
  const { data } = useQuery(setupStatusQuery)
  const [begun, setBegun] = useState(false)
  useDocumentTitle(t('setup.welcome'))
  if (data && !data.setupRequired && !begun) return <Navigate to="/sign-in" />
  return (
    <PageWithoutFrame
      title={t('setup.welcome')}
      lead={t('setup.lead')}
      help={<HelpLink to="guide/first-steps.html" about={t('setup.welcome')} />}
    >
      <CredentialsForm
        isNew
        asksToken={data?.setupTokenRequired}
        send={async (account) => {
          setBegun(true)
          await createAdmin(account)
          // Libraries may have been added by an option at server start (`--library`).
          const libraries = await queryClient.fetchQuery(librariesQuery).catch(() => [])
          if (libraries.length > 0) await navigate({ to: '/' })
          else await navigate({ to: '/add-library', search: { first: '1' } })
        }}
      />
    </PageWithoutFrame>
  )
}
