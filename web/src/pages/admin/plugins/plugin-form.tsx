import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { type FieldErrors, fieldErrors } from '../../../api/field-errors.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { PluginCredentials } from './plugin-credentials.tsx'
import { manifestOf } from './plugin-manifest.ts'
import { PluginOauthClient } from './plugin-oauth-client.tsx'
import { PluginSentMetadata } from './plugin-sent-metadata.tsx'
import { PluginSettingInput } from './plugin-setting-input.tsx'
import { PluginText } from './plugin-text.tsx'
import { PluginWrittenFields, withWrittenFields, writtenFieldsOf } from './plugin-written-fields.tsx'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

/** Lets other parts of the page save the settings before they use them. */
export type UnsavedForm = { saveIfDirty: () => Promise<boolean> }

type PluginFormProps = { plugin: Plugin; form: Ref<UnsavedForm>; reportDirty: (isDirty: boolean) => void }

/** Permissions, the settings from the plugin's schema, and credentials: one form, one button. */
export function PluginForm({ plugin, form, reportDirty }: PluginFormProps) {
  const manifest = manifestOf(plugin)
  const [config, setConfig] = useState<Record<string, unknown>>(plugin.config)
  const [credentials, setCredentials] = useState<Record<string, string>>({})
  const [clientSecret, setClientSecret] = useState('')
  const [writtenFields, setWrittenFields] = useState(() => writtenFieldsOf(plugin.permissions))
  const [busy, setBusy] = useState(false)
  const [syncCron, setSyncCron] = useState(plugin.syncCronSchedule ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isDirty, edited, edits, savedUntil } = useUnsavedEdits(reportDirty)
  const syncs = manifest.capabilities?.userReadSync === true
  const isProvider = (manifest.capabilities?.metadataProvider?.length ?? 0) > 0
  const save = async (): Promise<boolean> => {
    setBusy(true)
    let isSaved = false
    try {
      const body = {
        config,
        ...(Object.keys(credentials).length > 0 && { credentials }),
        ...(clientSecret !== '' && { oauthClientSecret: clientSecret }),
        ...(isProvider && { permissions: withWrittenFields(plugin.permissions, writtenFields) }),
        ...(syncs && { syncCronSchedule: syncCron.trim() || null }),
      }
      setErrors({})
      await api.patch(`/admin/plugins/${plugin.id}`, { body })
      isSaved = true
      savedUntil(edits)
      setCredentials({})
      setClientSecret('')
      await refreshPlugins()
    } catch (error) {
      const faults = fieldErrors(error)
      setErrors(faults)
      if (!faults.syncCronSchedule) showProblem(error)
    }
    setBusy(false)
    return isSaved
  }
  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(form, () => ({
    saveIfDirty: async () => !isDirty || (element.current?.reportValidity() === true && (await save())),
  }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) showMessage(t('common.saved'))
  }
  const { configSchema, requiredCredentials = [], oauth } = manifest
  const fields = configSchema?.fields ?? []
  const about = configSchema?.description ?? manifest.adminSetupInstructions
  return (
    <form ref={element} onSubmit={submit}>
      <SettingsSection
        help="plugins.html#what-a-plugin-can-reach"
        title={t('plugins.permissions')}
        text={t(plugin.isSandboxed ? 'plugins.sandboxed' : 'plugins.notSandboxed')}
      >
        {isProvider && <PluginWrittenFields fields={writtenFields} set={edited(setWrittenFields)} />}
      </SettingsSection>
      {requiredCredentials.length > 0 && (
        <PluginCredentials
          credentials={requiredCredentials}
          storedKeys={plugin.credentialKeys}
          values={credentials}
          set={edited(setCredentials)}
        />
      )}
      {oauth && (
        <PluginOauthClient
          clientId={String(config.oauth_client_id ?? '')}
          ownClientId={oauth.clientId}
          setClientId={(id) => edited(setConfig)({ ...config, oauth_client_id: id || undefined })}
          clientSecret={clientSecret}
          hasStoredSecret={plugin.hasOauthClientSecret}
          setClientSecret={edited(setClientSecret)}
        />
      )}
      <SettingsSection title={t('plugins.settings')} text={about && <PluginText text={about} />}>
        <div className={css.fields}>
          {syncs && (
            <TextInput
              label={t('plugins.syncCron')}
              description={t('plugins.syncCronText')}
              maxLength={200}
              value={syncCron}
              error={errors.syncCronSchedule?.text}
              onChange={(event) => edited(setSyncCron)(event.currentTarget.value)}
            />
          )}
          <PluginSentMetadata manifest={manifest} config={config} change={edited(setConfig)} />
          {fields.length === 0 && !syncs && <p className={css.text}>{t('plugins.noSettings')}</p>}
          {fields.map((field) => (
            <PluginSettingInput
              key={field.key}
              field={field}
              value={config[field.key]}
              change={(value) => edited(setConfig)({ ...config, [field.key]: value })}
            />
          ))}
        </div>
      </SettingsSection>
      <Button type="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </form>
  )
}
