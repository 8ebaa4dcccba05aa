import { Badge, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { dateAndTime } from '../../../messages/format-times.ts'
import { joinList } from '../../../messages/format-values.ts'
import { quoted } from '../../../messages/quoted.ts'
import { t } from '../../../messages/t.ts'
import { ServerSentence, translateSentence } from '../../../messages/translate-sentence.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { missingPluginSettings } from './plugin-config-values.ts'
import { PluginForm, type UnsavedForm } from './plugin-form.tsx'
import { manifestOf } from './plugin-manifest.ts'
import { PluginMatchingForm } from './plugin-matching-form.tsx'
import { PluginReleaseSources } from './plugin-release-sources.tsx'
import { PluginStoredFiles } from './plugin-stored-files.tsx'
import { PluginText } from './plugin-text.tsx'
import {
  type Plugin,
  type PluginStatus,
  type PluginVersionUpdate,
  pluginFailuresQuery,
  pluginHealthQuery,
  refreshPlugins,
} from './plugins-api.ts'
import css from './plugins-page.module.css'

/** One plugin: its permissions, its settings, its health. */
export function PluginDetails({ plugin }: { plugin: Plugin }) {
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const { busy, run } = usePluginAction()
  const { metadataProvider = [], releaseSource } = manifestOf(plugin).capabilities ?? {}
  const isProvider = metadataProvider.length > 0
  const missing = missingPluginSettings(plugin)
  const isReleaseSource = releaseSource !== undefined
  const settings = useRef<UnsavedForm>(null)
  const [dirty, setDirty] = useState({ settings: false, matching: false })
  const { question, letGo } = useConfirmLeave(dirty.settings || dirty.matching)
  // Save the settings first, so that the plugin starts with what was just entered.
  const runWithSettings = (name: string, work: () => Promise<void>) =>
    run(name, async () => {
      if (await settings.current?.saveIfDirty()) await work()
    })
  const act = (name: string) => () =>
    runWithSettings(name, async () => {
      const { message, healthCheckError } = await api.post<PluginStatus>(`/admin/plugins/${plugin.id}/${name}`)
      showMessage(await translateSentence(healthCheckError ?? message))
    })
  const test = () =>
    runWithSettings('test', async () => {
      const { message } = await api.post<{ message: string }>(`/admin/plugins/${plugin.id}/test`)
      showMessage(await translateSentence(message))
    })
  return (
    <>
      <SettingsHeader title={plugin.displayName} lead={plugin.description && <PluginText text={plugin.description} />}>
        <div className={css.tools}>
          <HealthBadge plugin={plugin} />
          <Button variant="default" loading={busy === 'test'} onClick={test}>
            {t('plugins.test')}
          </Button>
          {plugin.enabled ? (
            <Button variant="default" loading={busy === 'disable'} onClick={act('disable')}>
              {t('plugins.disable')}
            </Button>
          ) : (
            <Button loading={busy === 'enable'} onClick={act('enable')}>
              {t('plugins.enable')}
            </Button>
          )}
          <Button variant="subtle" color="bad" onClick={() => setRemoving(true)}>
            {t('plugins.remove')}
          </Button>
        </div>
      </SettingsHeader>
      {!plugin.enabled && plugin.permissionsReviewedAt === null && (
        <SettingsNote tone="warning">{t('plugins.review')}</SettingsNote>
      )}
      {plugin.enabled && plugin.disabledReason && (
        <SettingsNote tone="bad">
          <ServerSentence text={plugin.disabledReason} />
        </SettingsNote>
      )}
      {missing.length > 0 && (
        <SettingsNote tone="warning">{t('plugins.missing', { list: joinList(missing.map(quoted)) })}</SettingsNote>
      )}
      <PluginForm
        plugin={plugin}
        form={settings}
        reportDirty={(isDirty) => setDirty((now) => ({ ...now, settings: isDirty }))}
      />
      {isProvider && (
        <PluginMatchingForm
          plugin={plugin}
          reportDirty={(isDirty) => setDirty((now) => ({ ...now, matching: isDirty }))}
        />
      )}
      {question}
      {isReleaseSource && <PluginReleaseSources plugin={plugin} />}
      <Version plugin={plugin} />
      <Health plugin={plugin} />
      {isRemoving && (
        <ConfirmDialog
          title={t('plugins.removeTitle', { name: plugin.displayName })}
          text={t('plugins.removeText')}
          losses={[t('plugins.removeLoss')]}
          label={t('plugins.remove')}
          act={async () => {
            await api.delete(`/admin/plugins/${plugin.id}`)
            letGo()
            void navigate({ to: '/admin/$', params: { _splat: 'plugins' } })
            await refreshPlugins()
          }}
          close={() => setRemoving(false)}
        />
      )}
    </>
  )
}

function usePluginAction() {
  const [busy, setBusy] = useState<string>()
  const run = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      showProblem(error)
    }
    setBusy(undefined)
    await refreshPlugins()
  }
  return { busy, run }
}

function Version({ plugin }: { plugin: Plugin }) {
  const [found, setFound] = useState<PluginVersionUpdate>()
  const { busy, run } = usePluginAction()
  const [path, setPath] = useState(plugin.origin.path ?? '')
  if (plugin.origin.kind === 'command' || plugin.origin.kind === 'built-in') return null
  const isLocal = plugin.origin.kind !== 'npm'
  const ask = (apply: boolean) => () =>
    run(apply ? 'apply' : 'look', async () => {
      const body = { apply, ...(isLocal && path.trim() && { path: path.trim() }) }
      const answer = await api.post<PluginVersionUpdate>(`/admin/plugins/${plugin.id}/update`, { body })
      setFound(apply ? undefined : answer)
    })
  // Files on the server may differ without a new version.
  const isNewer = found && (isLocal || found.version !== found.currentVersion)
  return (
    <SettingsSection title={t('plugins.version', { version: plugin.version ?? '–' })}>
      {found && !isNewer && <SettingsNote tone="good">{t('plugins.upToDate')}</SettingsNote>}
      {found && isNewer && (
        <SettingsNote tone={found.permissionsAdded.length > 0 ? 'warning' : 'quiet'}>
          {found.permissionsAdded.length > 0
            ? t('plugins.updateMore', { version: found.version, list: joinList(found.permissionsAdded) })
            : t('plugins.updateSame', { version: found.version })}{' '}
          {found.permissionsRemoved.length > 0 &&
            t('plugins.updateLess', { version: found.version, list: joinList(found.permissionsRemoved) })}
        </SettingsNote>
      )}
      {isLocal && (
        <div className={css.fields}>
          <TextInput
            label={t('plugins.package')}
            maxLength={4000}
            value={path}
            onChange={(event) => {
              setPath(event.currentTarget.value)
              setFound(undefined)
            }}
          />
        </div>
      )}
      <div className={css.tools}>
        <Button variant="default" loading={busy === 'look'} onClick={ask(false)}>
          {t('plugins.checkUpdate')}
        </Button>
        {found && isNewer && (
          <Button loading={busy === 'apply'} onClick={ask(true)}>
            {t('plugins.updateTo', { version: found.version })}
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

function Health({ plugin }: { plugin: Plugin }) {
  const { data: health } = useQuery(pluginHealthQuery(plugin.id))
  const { data: failed } = useQuery(pluginFailuresQuery(plugin.id))
  const { busy, run } = usePluginAction()
  return (
    <>
      <SettingsSection title={t('plugins.healthTitle')}>
        <p>
          {health?.isRunning ? t('plugins.running', { id: String(health.processId ?? 0) }) : t('plugins.stopped')}
          {health?.nextStartAt && ` · ${t('plugins.nextStart', { when: dateAndTime(health.nextStartAt) })}`}
        </p>
        <PluginStoredFiles plugin={plugin} />
        <h3 className={`${css.name} ${css.apart}`}>{t('plugins.lastFailures')}</h3>
        {failed?.total === 0 && <p className={css.text}>{t('plugins.noFailures')}</p>}
        <ul className={css.failures}>
          {failed?.failures.map((one) => (
            <li key={one.id}>
              <span className="num">{dateAndTime(one.occurredAt)}</span> {one.method && <code>{one.method}</code>}{' '}
              <ServerSentence text={one.errorMessage} />
            </li>
          ))}
        </ul>
        {failed && failed.total > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={busy === 'reset'}
            onClick={() => run('reset', () => api.post(`/admin/plugins/${plugin.id}/reset`))}
          >
            {t('plugins.forget')}
          </Button>
        )}
      </SettingsSection>
      <SettingsSection title={t('plugins.log')}>
        {health?.log.length ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keys, too
          <pre className={css.log} tabIndex={0}>
            {health.log.map((line) => `${dateAndTime(line.at)}  ${line.message}`).join('\n')}
          </pre>
        ) : (
          <p className={css.text}>{t('plugins.noLog')}</p>
        )}
      </SettingsSection>
    </>
  )
}

const tones = { unknown: 'gray', healthy: 'good', degraded: 'warning', unhealthy: 'bad', disabled: 'gray' }

export function HealthBadge({ plugin }: { plugin: Plugin }) {
  // Its process runs, but it can't do anything yet.
  const isIncomplete = plugin.healthStatus === 'healthy' && missingPluginSettings(plugin).length > 0
  return (
    <Badge variant="light" color={isIncomplete ? 'warning' : tones[plugin.healthStatus]}>
      {t(isIncomplete ? 'plugins.health.incomplete' : `plugins.health.${plugin.healthStatus}`)}
    </Badge>
  )
}
