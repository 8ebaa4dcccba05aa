import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fetchWithRateLimitRetry } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useMe, usePermission } from '../../../api/session.ts'
import { serverAddress } from '../../../api/urls.ts'
import { t } from '../../../messages/t.ts'
import { CopyableValue, CopyButton } from '../parts/copyable-value.tsx'
import { SettingsNote } from '../parts/settings-section.tsx'
import { addressForApps, appAccessQuery, isLocalAddress } from './app-access.ts'
import css from './app-guide.module.css'
import { type AppName, appGuideFor, type ConnectionTest } from './app-guides.ts'

/** What to type into an app. Without a key it shows a placeholder, and the connection can't be tested. */
export function AppGuide({ app, apiKey }: { app: AppName; apiKey: string | undefined }) {
  const { username } = useMe()
  const { data: appAccess } = useQuery(appAccessQuery)
  if (!appAccess) return null
  const address = addressForApps(appAccess)
  const guide = appGuideFor(app, appAccess, address, username, apiKey ?? t('apps.yourKey'))
  return (
    <div>
      {guide.steps.map((step) => (
        <p key={step} className={css.step}>
          {t(step)}
        </p>
      ))}
      {guide.closed && <SettingsNote tone="warning">{t(guide.closed)}</SettingsNote>}
      {guide.closed === 'apps.compatOff' && <EnableCompatApi />}
      <div className={css.fields}>
        {guide.fields.map((field) => (
          <CopyableValue key={field.label} label={t(field.label)} value={field.value} secret={field.secret} />
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

/** Lets an administrator enable the app's API right here. */
function EnableCompatApi() {
  const may = usePermission('SystemAdmin')
  const enable = useMutation({
    mutationFn: () => api.put('/admin/settings/compat_api.enabled', { body: { value: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['settings'] }),
  })
  if (!may) return null
  return (
    <Button variant="default" size="xs" mb="sm" loading={enable.isPending} onClick={() => enable.mutate()}>
      {t('apps.compatOn')}
    </Button>
  )
}

type ConnectionResult = { result: 'works' | 'refused' | 'forbidden' | 'closed' | 'silent'; milliseconds: number }

/** Sends the request as the app would: with its own credential, without this page's session. */
async function testConnection({ path, headers }: ConnectionTest): Promise<ConnectionResult> {
  const start = performance.now()
  const since = () => Math.max(1, Math.round(performance.now() - start))
  try {
    const response = await fetchWithRateLimitRetry(`${serverAddress()}${path}`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
    })
    return { result: resultOf(response.status), milliseconds: since() }
  } catch {
    return { result: 'silent', milliseconds: since() }
  }
}

function resultOf(status: number): ConnectionResult['result'] {
  if (status < 300) return 'works'
  if (status === 401) return 'refused'
  if (status === 403) return 'forbidden'
  return status === 404 ? 'closed' : 'silent'
}
