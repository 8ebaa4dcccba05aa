import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { showMessage } from '../../../api/show-message.ts'
import {
  isSignedIn,
  refreshConnections,
  syncStatusQuery,
  type UserPlugin,
} from '../../../connections/connections-api.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ServerSentence } from '../../../messages/translate-sentence.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { PluginText } from '../../admin/plugins/plugin-text.tsx'
import { SettingsNote } from '../parts/settings-section.tsx'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionSettingsForm } from './connection-settings-form.tsx'
import css from './connections-page.module.css'

/** An account at another service: its status and actions. */
export function ConnectionCard({ connection }: { connection: UserPlugin }) {
  const { pluginId, pluginDisplayName: name, connected, capabilities } = connection
  const isUsable = isSignedIn(connection)
  const [opened, setOpened] = useState<'settings' | 'remove'>()
  const remove = async () => {
    await api.delete(`/user/plugins/${pluginId}`)
    await refreshConnections()
  }
  const disconnect = useMutation({
    mutationFn: () => api.delete(`/user/plugins/${pluginId}/credentials`),
    onSuccess: refreshConnections,
  })
  const hasSettings = connection.userConfigSchema !== null || capabilities.readSync
  return (
    <li className={css.card} aria-label={name}>
      <div className={css.head}>
        <div className={css.words}>
          <h2 className={css.name}>{name}</h2>
          {connection.description && (
            <p className={css.text}>
              <PluginText text={connection.description} />
            </p>
          )}
          <p className={`num ${css.facts}`}>{factsOf(connection).join(' · ')}</p>
        </div>
        <span className={css.state} data-tone={isUsable ? 'good' : 'quiet'}>
          {isUsable ? t('connections.connected') : t('connections.notConnected')}
        </span>
      </div>
      {connection.healthReason && (
        <SettingsNote tone="bad">
          <ServerSentence text={connection.healthReason} />
        </SettingsNote>
      )}
      {!isUsable && <ConnectForm connection={connection} />}
      <div className={css.tools}>
        {connected && capabilities.readSync && <SyncTools connection={connection} />}
        {connected && capabilities.userRecommendationProvider && (
          <LinkButton variant="default" size="xs" to="/recommendations">
            {t('recommendations.title')}
          </LinkButton>
        )}
        {hasSettings && (
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={opened === 'settings'}
            aria-label={t('connections.settingsOf', { name })}
            onClick={() => setOpened(opened === 'settings' ? undefined : 'settings')}
          >
            {t('plugins.settings')}
          </Button>
        )}
        {connected && connection.requiresAuth && (
          <Button
            variant="subtle"
            size="xs"
            loading={disconnect.isPending}
            aria-label={t('connections.disconnectName', { name })}
            onClick={() => disconnect.mutate()}
          >
            {t('connections.disconnect')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="xs"
          color="red"
          aria-label={t('connections.removeName', { name })}
          onClick={() => setOpened('remove')}
        >
          {t('plugins.remove')}
        </Button>
      </div>
      {opened === 'settings' && <ConnectionSettingsForm connection={connection} close={() => setOpened(undefined)} />}
      {opened === 'remove' && (
        <ConfirmDialog
          title={t('plugins.removeTitle', { name })}
          text={t('libs.deleteAsk')}
          losses={[t('connections.removeLoss')]}
          stays={t('connections.removeText')}
          label={t('plugins.remove')}
          act={remove}
          close={() => setOpened(undefined)}
        />
      )}
    </li>
  )
}

function SyncTools({ connection }: { connection: UserPlugin }) {
  const { pluginId, pluginDisplayName: name } = connection
  const { data } = useQuery(syncStatusQuery(pluginId))
  const isSyncing = data?.isSyncing ?? false
  // When a sync ends, the displayed status is outdated.
  useEffect(() => {
    if (!isSyncing) return
    return () => void refreshConnections()
  }, [isSyncing])
  const sync = useMutation({
    mutationFn: () => api.post(`/user/plugins/${pluginId}/sync`),
    onSuccess: refreshConnections,
  })
  const setAuto = useMutation({
    mutationFn: (auto: boolean) => api.patch(`/user/plugins/${pluginId}/sync-mode`, { body: { auto } }),
    onSuccess: async () => {
      await refreshConnections()
      showMessage(t('common.saved'))
    },
  })
  return (
    <>
      <Button
        size="xs"
        variant={isSignedIn(connection) ? 'filled' : 'default'}
        loading={sync.isPending || isSyncing}
        aria-label={t('connections.syncName', { name })}
        onClick={() => sync.mutate()}
      >
        {t('connections.sync')}
      </Button>
      <Switch
        label={t('connections.auto')}
        checked={connection.autoSync}
        onChange={(event) => setAuto.mutate(event.currentTarget.checked)}
      />
    </>
  )
}

function factsOf(connection: UserPlugin): string[] {
  const { externalUsername, lastSyncAt, lastSyncResult, capabilities } = connection
  // After a refused sign-in the account is still known, but nobody is signed in.
  const facts = isSignedIn(connection) && externalUsername ? [t('connections.as', { name: externalUsername })] : []
  if (!capabilities.readSync) return facts
  facts.push(lastSyncAt ? t('kobo.lastSync', { when: timeAgo(lastSyncAt) }) : t('kobo.neverSynced'))
  const counts = lastSyncResult as { applied?: number; pushed?: number; pushFailures?: unknown[] } | null
  if (!counts) return facts
  facts.push(t('connections.result', { applied: counts.applied ?? 0, pushed: counts.pushed ?? 0 }))
  const failures = counts.pushFailures?.length ?? 0
  return failures > 0 ? [...facts, t('connections.failures', { count: failures })] : facts
}
