import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { api } from '../../../api/client.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { translateSentence } from '../../../messages/translate-sentence.ts'
import type { UnsavedForm } from './plugin-form.tsx'
import { PluginHealthBadge } from './plugin-health-badge.tsx'
import type { Plugin, PluginStatus } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { usePluginAction } from './use-plugin-action.ts'

type PluginToolsProps = { plugin: Plugin; settings: RefObject<UnsavedForm | null>; remove: () => void }

/** Its state, and the buttons that start, stop and remove it. */
export function PluginTools({ plugin, settings, remove }: PluginToolsProps) {
  const { busy, run } = usePluginAction()
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
    <div className={css.tools}>
      <PluginHealthBadge plugin={plugin} />
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
      <Button variant="subtle" color="bad" onClick={remove}>
        {t('plugins.remove')}
      </Button>
    </div>
  )
}
