import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { PluginCredentials } from './plugin-credentials.tsx'
import { manifestOf } from './plugin-manifest.ts'
import { PluginOauthClient } from './plugin-oauth-client.tsx'
import { PluginSentMetadata } from './plugin-sent-metadata.tsx'
import { PluginSettingInput } from './plugin-setting-input.tsx'
import { PluginText } from './plugin-text.tsx'
import { PluginWrittenFields } from './plugin-written-fields.tsx'
import type { Plugin } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { usePluginSettings } from './use-plugin-settings.ts'

/** Lets other parts of the page save the settings before they use them. */
export type UnsavedForm = { saveIfDirty: () => Promise<boolean> }

type PluginFormProps = { plugin: Plugin; form: Ref<UnsavedForm>; reportDirty: (isDirty: boolean) => void }

/** Permissions, the settings from the plugin's schema, and credentials: one form, one button. */
export function PluginForm({ plugin, form, reportDirty }: PluginFormProps) {
  const { settings, change, isDirty, isSaving, errors, save } = usePluginSettings(plugin, reportDirty)
  const { config, credentials, clientSecret, writtenFields, syncCron } = settings
  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(form, () => ({
    saveIfDirty: async () => !isDirty || (element.current?.reportValidity() === true && (await save())),
  }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) showMessage(t('common.saved'))
  }
  const manifest = manifestOf(plugin)
  const { capabilities, configSchema, requiredCredentials = [], oauth } = manifest
  const syncs = capabilities?.userReadSync === true
  const isProvider = (capabilities?.metadataProvider?.length ?? 0) > 0
  const fields = configSchema?.fields ?? []
  const about = configSchema?.description ?? manifest.adminSetupInstructions
  return (
    <form ref={element} onSubmit={submit}>
      <SettingsSection
        help="plugins.html#what-a-plugin-can-reach"
        title={t('plugins.permissions')}
        text={t(plugin.isSandboxed ? 'plugins.sandboxed' : 'plugins.notSandboxed')}
      >
        {isProvider && (
          <PluginWrittenFields fields={writtenFields} set={(fields) => change({ writtenFields: fields })} />
        )}
      </SettingsSection>
      {requiredCredentials.length > 0 && (
        <PluginCredentials
          credentials={requiredCredentials}
          storedKeys={plugin.credentialKeys}
          values={credentials}
          set={(values) => change({ credentials: values })}
        />
      )}
      {oauth && (
        <PluginOauthClient
          clientId={String(config.oauth_client_id ?? '')}
          ownClientId={oauth.clientId}
          setClientId={(id) => change({ config: { ...config, oauth_client_id: id || undefined } })}
          clientSecret={clientSecret}
          hasStoredSecret={plugin.hasOauthClientSecret}
          setClientSecret={(secret) => change({ clientSecret: secret })}
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
              onChange={(event) => change({ syncCron: event.currentTarget.value })}
            />
          )}
          <PluginSentMetadata manifest={manifest} config={config} change={(next) => change({ config: next })} />
          {fields.length === 0 && !syncs && <p className={css.text}>{t('plugins.noSettings')}</p>}
          {fields.map((field) => (
            <PluginSettingInput
              key={field.key}
              field={field}
              value={config[field.key]}
              change={(value) => change({ config: { ...config, [field.key]: value } })}
            />
          ))}
        </div>
      </SettingsSection>
      <Button type="submit" loading={isSaving}>
        {t('common.save')}
      </Button>
    </form>
  )
}
