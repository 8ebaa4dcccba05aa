import { Button, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { showMessage } from '../../../api/show-message.ts'
import { refreshConnections, type UserPlugin } from '../../../connections/connections-api.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import type { PluginSettingField } from '../../admin/plugins/plugin-manifest.ts'
import { PluginSettingInput } from '../../admin/plugins/plugin-setting-input.tsx'
import css from './connections-page.module.css'

/** The sync direction, and the plugin's own settings from its schema. */
export function ConnectionSettingsForm({ connection, close }: { connection: UserPlugin; close: () => void }) {
  const [config, setConfig] = useState<Record<string, unknown>>(connection.config)
  const fields = (connection.userConfigSchema as { fields: PluginSettingField[] } | null)?.fields ?? []
  const save = useMutation({
    mutationFn: () => api.patch(`/user/plugins/${connection.pluginId}/config`, { body: { config } }),
    onSuccess: async () => {
      await refreshConnections()
      showMessage(t('common.saved'))
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {connection.capabilities.readSync && (
        <Select
          label={t('connections.direction')}
          allowDeselect={false}
          value={String(config.syncMode ?? 'both')}
          onChange={(syncMode) => setConfig({ ...config, syncMode })}
          data={(['both', 'pull', 'push'] as const).map((value) => ({ value, label: t(`connections.mode.${value}`) }))}
        />
      )}
      {fields.map((field) => (
        <PluginSettingInput
          key={field.key}
          field={field}
          value={config[field.key]}
          change={(value) => setConfig({ ...config, [field.key]: value })}
        />
      ))}
      <ConfirmLeave dirty={config !== connection.config && !save.isPending} />
      <Button type="submit" size="xs" className={css.start} loading={save.isPending}>
        {t('common.save')}
      </Button>
    </form>
  )
}
