import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { dateAndTime } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ServerSentence } from '../../../messages/translate-sentence.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { PluginStoredFiles } from './plugin-stored-files.tsx'
import { type Plugin, pluginFailuresQuery, pluginHealthQuery } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { usePluginAction } from './use-plugin-action.ts'

/** Whether its process runs, what it stores, how it failed lately, and the end of its log. */
export function PluginHealth({ plugin }: { plugin: Plugin }) {
  const { data: health } = useQuery(pluginHealthQuery(plugin.id))
  return (
    <>
      <SettingsSection title={t('plugins.healthTitle')}>
        <p>
          {health?.isRunning ? t('plugins.running', { id: String(health.processId ?? 0) }) : t('plugins.stopped')}
          {health?.nextStartAt && ` · ${t('plugins.nextStart', { when: dateAndTime(health.nextStartAt) })}`}
        </p>
        <PluginStoredFiles plugin={plugin} />
        <LastFailures plugin={plugin} />
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

function LastFailures({ plugin }: { plugin: Plugin }) {
  const { data: failed } = useQuery(pluginFailuresQuery(plugin.id))
  const { busy, run } = usePluginAction()
  return (
    <>
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
    </>
  )
}
