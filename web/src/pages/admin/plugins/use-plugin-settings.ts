import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { type FieldErrors, fieldErrors } from '../../../api/field-errors.ts'
import { showProblem } from '../../../api/show-message.ts'
import { manifestOf } from './plugin-manifest.ts'
import { withWrittenFields, writtenFieldsOf } from './plugin-written-fields.tsx'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

/** What an administrator edits. Secrets are empty until one is typed: the server never sends those that it has. */
export type PluginSettings = {
  config: Record<string, unknown>
  credentials: Record<string, string>
  clientSecret: string
  writtenFields: string[]
  syncCron: string
}

const NO_SECRETS = { credentials: {}, clientSecret: '' }

/** The settings of a plugin while they are edited, and saving them. */
export function usePluginSettings(plugin: Plugin, reportDirty: (isDirty: boolean) => void) {
  const [settings, setSettings] = useState<PluginSettings>(() => ({
    ...NO_SECRETS,
    config: plugin.config,
    writtenFields: writtenFieldsOf(plugin.permissions),
    syncCron: plugin.syncCronSchedule ?? '',
  }))
  const [isSaving, setSaving] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isDirty, edited, edits, savedUntil } = useUnsavedEdits(reportDirty)
  const set = (part: Partial<PluginSettings>) => setSettings((now) => ({ ...now, ...part }))

  /** Returns whether it worked. */
  async function save(): Promise<boolean> {
    setSaving(true)
    setErrors({})
    try {
      await api.patch(`/admin/plugins/${plugin.id}`, { body: changeOf(settings, plugin) })
      savedUntil(edits)
      set(NO_SECRETS)
      await refreshPlugins()
      return true
    } catch (error) {
      const faults = fieldErrors(error)
      setErrors(faults)
      if (!faults.syncCronSchedule) showProblem(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  return { settings, change: edited(set), isDirty, isSaving, errors, save }
}

/** Only what the plugin's form shows, and only secrets that were typed. */
function changeOf({ config, credentials, clientSecret, writtenFields, syncCron }: PluginSettings, plugin: Plugin) {
  const { metadataProvider = [], userReadSync } = manifestOf(plugin).capabilities ?? {}
  return {
    config,
    ...(Object.keys(credentials).length > 0 && { credentials }),
    ...(clientSecret !== '' && { oauthClientSecret: clientSecret }),
    ...(metadataProvider.length > 0 && { permissions: withWrittenFields(plugin.permissions, writtenFields) }),
    ...(userReadSync && { syncCronSchedule: syncCron.trim() || null }),
  }
}
