import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { CopyButton, CopyLine } from '../parts/copy-line.tsx'
import { Note } from '../parts/settings-section.tsx'
import { addressForApps, appAccessQuery, isLocalAddress } from './app-access.ts'
import css from './app-guide.module.css'
import { type AppName, appGuideFor, type ConnectionTest } from './app-guides.ts'
import { EnableCompatApi } from './enable-compat-api.tsx'
import { type ConnectionResult, testConnection } from './test-connection.ts'

/** What to type into an app. Without a key a placeholder stands in its place, and nothing can be tried. */
export function AppGuide({ app, apiKey }: { app: AppName; apiKey: string | undefined }) {
  const { username } = useMe()
  const { data: doors } = useQuery(appAccessQuery)
  if (!doors) return null
  const address = addressForApps(doors)
  const guide = appGuideFor(app, doors, address, username, apiKey ?? t('apps.yourKey'))
  return (
    <div>
      {guide.steps.map((step) => (
        <p key={step} className={css.step}>
          {t(step)}
        </p>
      ))}
      {guide.closed && <Note tone="warning">{t(guide.closed)}</Note>}
      {guide.closed === 'apps.compatOff' && <EnableCompatApi />}
      <div className={css.fields}>
        {guide.fields.map((field) => (
          <CopyLine key={field.label} label={t(field.label)} value={field.value} secret={field.secret} />
        ))}
      </div>
      {guide.command && (
        <div className={css.command}>
          <code>{guide.command}</code>
          <CopyButton label={t('apps.command')} value={guide.command} />
        </div>
      )}
      {isLocalAddress(address) && <p className={css.here}>{t('apps.onlyHere')}</p>}
      {apiKey && <Try probe={guide.probe} />}
    </div>
  )
}

function Try({ probe }: { probe: ConnectionTest }) {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<ConnectionResult>()
  const go = async () => {
    setBusy(true)
    setTried(await testConnection(probe))
    setBusy(false)
  }
  const works = tried?.result === 'works'
  return (
    <div className={css.try}>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        leftSection={<IconPlugConnected size={16} stroke={1.5} />}
        onClick={go}
      >
        {t('apps.try')}
      </Button>
      <span className={css.tried} data-works={works || undefined} role="status">
        {tried && (
          <>
            {works ? <IconCircleCheck size={18} stroke={1.7} /> : <IconCircleX size={18} stroke={1.7} />}
            {works ? t('tried.works', { count: tried.milliseconds }) : t(`tried.${tried.result as 'refused'}`)}
          </>
        )}
      </span>
    </div>
  )
}
