import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import {
  type AvailablePlugin,
  connectionsQuery,
  isSignedIn,
  refreshConnections,
  type UserPlugin,
} from '../../../connections/connections-api.ts'
import { t } from '../../../messages/t.ts'
import { useTranslatedSentence } from '../../../messages/translate-sentence.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { PluginText } from '../../admin/plugins/plugin-text.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../parts/settings-section.tsx'
import { ConnectionCard } from './connection-card.tsx'
import css from './connections-page.module.css'

/** The user's accounts at other services: connect, sync, disconnect. */
export default function ConnectionsPage() {
  const { data, error, refetch } = useQuery(connectionsQuery)
  // The result that the other service's redirect left in the URL: shown once, not on every visit.
  const [result] = useState(() => Object.fromEntries(new URLSearchParams(window.location.search)))
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: '.', search: {}, replace: true }), [navigate])
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (!data) return null
  const { enabled, available } = data
  return (
    <>
      <SettingsHeader title={t('connections.title')} lead={t('connections.lead')} />
      <ReturnNote result={result} enabled={enabled} />
      {enabled.length + available.length === 0 && (
        <EmptyState title={t('connections.none')} text={t('connections.noneText')} />
      )}
      {enabled.length > 0 && (
        <ul className={css.list}>
          {enabled.map((one) => (
            <ConnectionCard key={one.id} connection={one} />
          ))}
        </ul>
      )}
      {available.length > 0 && (
        <SettingsSection title={t('connections.available')}>
          <ul className={css.list}>
            {available.map((one) => (
              <Available key={one.pluginId} plugin={one} />
            ))}
          </ul>
        </SettingsSection>
      )}
    </>
  )
}

function Available({ plugin }: { plugin: AvailablePlugin }) {
  const { pluginId, pluginDisplayName: name } = plugin
  const enable = useMutation({
    mutationFn: () => api.post(`/user/plugins/${pluginId}/enable`),
    onSuccess: refreshConnections,
  })
  return (
    <li className={css.item}>
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        {plugin.description && (
          <p className={css.text}>
            <PluginText text={plugin.description} />
          </p>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        loading={enable.isPending}
        aria-label={t('connections.addName', { name })}
        onClick={() => enable.mutate()}
      >
        {t('connections.add')}
      </Button>
    </li>
  )
}

type ReturnNoteProps = { result: { connected?: string; failed?: string }; enabled: readonly UserPlugin[] }

/** How the sign-in at the other service ended, until the user connects or disconnects here. */
function ReturnNote({ result: { connected, failed }, enabled }: ReturnNoteProps) {
  const names = enabled.filter(isSignedIn).map((one) => one.pluginDisplayName)
  const [atReturn] = useState(names.join())
  const reason = useTranslatedSentence(failed ?? '')
  if (names.join() !== atReturn) return null
  if (connected && names.includes(connected)) {
    return <SettingsNote tone="good">{t('connections.connectedTo', { name: connected })}</SettingsNote>
  }
  return reason && <SettingsNote tone="bad">{t('connections.failed', { reason })}</SettingsNote>
}
