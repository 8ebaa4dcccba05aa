import { Button, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { dateAndTime } from '../../../messages/format-times.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { t } from '../../../messages/t.ts'
import { type ReleaseSource, releaseSourcesQuery } from '../../../releases/releases-api.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { Plugin } from './plugins-api.ts'
import css from './plugins-page.module.css'

/** A plugin's release sources: when each was last polled, what it found, and a button to poll now. */
export function PluginReleaseSources({ plugin }: { plugin: Plugin }) {
  const { data: all } = useQuery(releaseSourcesQuery)
  const sources = all?.filter((one) => one.pluginId === plugin.id)
  // One that was never enabled has had no chance to register any.
  if (!sources || (!plugin.enabled && sources.length === 0)) return null
  return (
    <SettingsSection help="plugins.html#new-releases" title={t('sources.title')} text={t('sources.text')}>
      {sources.length === 0 && <p className={css.text}>{t('sources.none')}</p>}
      <ul className={css.list}>
        {sources.map((one) => (
          <Source key={one.id} source={one} isOn={plugin.enabled} />
        ))}
      </ul>
    </SettingsSection>
  )
}

function Source({ source, isOn }: { source: ReleaseSource; isOn: boolean }) {
  const { id, displayName: name } = source
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      showProblem(error)
    }
    await queryClient.invalidateQueries({ queryKey: releaseSourcesQuery.queryKey })
  }
  const poll = () =>
    act(async () => {
      await api.post(`/release-sources/${id}/poll-now`)
      showMessage(t('sources.polling', { name }))
    })
  const [cron, setCron] = useState(source.cronSchedule ?? '')
  const saveCron = () => {
    const cronSchedule = cron.trim() || null
    if (cronSchedule === source.cronSchedule) return
    void act(() => api.patch(`/release-sources/${id}`, { body: { cronSchedule } }))
  }
  return (
    <li className={css.row}>
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        <p className={css.text}>
          {source.lastError ? reasonText(source.lastErrorReason, source.lastError) : stateOf(source)}
        </p>
      </div>
      <TextInput
        size="xs"
        label={t('sources.cron')}
        aria-label={t('sources.cronName', { name })}
        placeholder={source.effectiveCronSchedule}
        maxLength={200}
        value={cron}
        onChange={(event) => setCron(event.currentTarget.value)}
        onBlur={saveCron}
        onKeyDown={(event) => event.key === 'Enter' && saveCron()}
      />
      <Switch
        aria-label={t('sources.enabled', { name })}
        checked={source.enabled}
        onChange={(event) => {
          const enabled = event.currentTarget.checked
          void act(() => api.patch(`/release-sources/${id}`, { body: { enabled } }))
        }}
      />
      <Button
        size="xs"
        variant="default"
        disabled={!isOn}
        aria-label={t('sources.pollName', { name })}
        onClick={() => void poll()}
      >
        {t('sources.poll')}
      </Button>
    </li>
  )
}

function stateOf({ lastPolledAt, lastSummary }: ReleaseSource): string {
  if (!lastPolledAt) return t('sources.never')
  const { recorded = 0 } = (lastSummary ?? {}) as { recorded?: number }
  return `${t('sources.last', { when: dateAndTime(lastPolledAt) })}: ${t('sources.found', { count: recorded })}`
}
