import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { pluginAbilityName } from './plugin-ability-name.ts'
import type { Plugin, PluginVersionUpdate } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { usePluginAction } from './use-plugin-action.ts'

/** The version in use, and what a newer one would be allowed to do. */
export function PluginVersion({ plugin }: { plugin: Plugin }) {
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
      {found && isNewer && <PermissionsOfUpdate update={found} />}
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

function PermissionsOfUpdate({ update }: { update: PluginVersionUpdate }) {
  const { version, permissionsAdded, permissionsRemoved } = update
  const hasMore = permissionsAdded.length > 0
  return (
    <SettingsNote tone={hasMore ? 'warning' : 'quiet'}>
      {hasMore
        ? t('plugins.updateMore', { version, list: joinList(permissionsAdded.map(pluginAbilityName)) })
        : t('plugins.updateSame', { version })}{' '}
      {permissionsRemoved.length > 0 &&
        t('plugins.updateLess', { version, list: joinList(permissionsRemoved.map(pluginAbilityName)) })}
    </SettingsNote>
  )
}
