import { Button } from '@mantine/core'
import { IconChevronRight, IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe, usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { PasswordField } from '../../../parts/password-field.tsx'
import { type CreatedApiKey, createApiKey } from '../api-keys/api-keys-api.ts'
import { CreatedKeyPanel } from '../api-keys/created-key-panel.tsx'
import { presetPermissions } from '../api-keys/key-presets.ts'
import { CopyableValue } from '../parts/copyable-value.tsx'
import { SettingsHeader } from '../parts/settings-section.tsx'
import { addressForApps, appAccessQuery } from './app-access.ts'
import { AppGuide } from './app-guide.tsx'
import { type AppName, appGuideFor, appNames } from './app-guides.ts'
import css from './apps-page.module.css'

/** For every app: its address, a key for it, and a test of the connection. */
export default function AppsPage() {
  const { data: appAccess } = useQuery(appAccessQuery)
  const [key, setKey] = useState('')
  const [made, setMade] = useState<{ app: AppName; key: CreatedApiKey }>()
  return (
    <>
      <SettingsHeader title={t('apps.title')} lead={t('apps.lead')} />
      <CopyableValue label={t('apps.server')} value={addressForApps(appAccess)} />
      <PasswordField
        className={css.have}
        label={t('apps.have')}
        description={t('apps.haveText')}
        placeholder="lectern_…"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value.trim())}
      />
      <ul className={css.apps}>
        {appNames.map((app) => (
          <App key={app} app={app} apiKey={key || undefined} made={(made) => setMade({ app, key: made })} />
        ))}
      </ul>
      {made && (
        <CreatedKeyPanel
          made={made.key}
          app={made.app}
          close={() => {
            setKey(made.key.key)
            setMade(undefined)
          }}
        />
      )}
    </>
  )
}

type AppProps = { app: AppName; apiKey: string | undefined; made: (key: CreatedApiKey) => void }

function App({ app, apiKey, made }: AppProps) {
  const { username } = useMe()
  const mayMake = usePermission('ApiKeysWrite')
  const { data: appAccess } = useQuery(appAccessQuery)
  const name = t(`app.${app}`)
  const known = appAccess && appGuideFor(app, appAccess, '', username, '').known
  const create = useMutation({
    mutationFn: () =>
      createApiKey({
        name,
        permissions: app === 'curl' ? presetPermissions.readOnly : presetPermissions.opds,
        expires_at: null,
      }),
    onSuccess: made,
  })
  return (
    <li>
      <details className={css.app} data-app={app}>
        <summary className={css.summary}>
          <IconChevronRight className={css.chevron} size={18} stroke={1.5} aria-hidden />
          <span className={css.name}>{name}</span>
          <span className={css.known}>{known}</span>
        </summary>
        <div className={css.body}>
          {!apiKey && mayMake && (
            <Button
              size="xs"
              mb="md"
              loading={create.isPending}
              leftSection={<IconKey size={16} stroke={1.7} />}
              onClick={() => create.mutate()}
            >
              {t('apps.make', { name })}
            </Button>
          )}
          <AppGuide app={app} apiKey={apiKey} />
        </div>
      </details>
    </li>
  )
}
