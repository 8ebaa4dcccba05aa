import { Button, Checkbox, MultiSelect, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { pluginWriteFields } from '../../../../../src/contract/enum-values.ts'
import { api } from '../../../api/client.ts'
import { type FieldErrors, fieldErrors } from '../../../api/field-errors.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { serverAddress } from '../../../api/urls.ts'
import { metadataFieldName } from '../../../identify/metadata-field-text.ts'
import { t } from '../../../messages/t.ts'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { PluginSettingField } from './plugin-config-values.ts'
import { PluginSettingInput } from './plugin-setting-input.tsx'
import { PluginText } from './plugin-text.tsx'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import css from './plugins-page.module.css'
import { useUnsavedEdits } from './use-unsaved-edits.ts'

/** Lets other parts of the page save the settings before they use them. */
export type UnsavedForm = { saveIfDirty: () => Promise<boolean> }

type Manifest = {
  capabilities?: {
    metadataProvider?: string[]
    userReadSync?: boolean
    userRecommendationProvider?: boolean
    wantsFullMetadata?: boolean
  }
  configSchema?: { description?: string; fields: PluginSettingField[] }
  requiredCredentials?: { key: string; label: string; description?: string; placeholder?: string; sensitive: boolean }[]
  adminSetupInstructions?: string
  oauth?: { clientId?: string }
}

type PluginFormProps = { plugin: Plugin; form: Ref<UnsavedForm>; reportDirty: (isDirty: boolean) => void }

/** Permissions, the settings from the plugin's schema, and credentials: one form, one button. */
export function PluginForm({ plugin, form, reportDirty }: PluginFormProps) {
  const manifest = (plugin.manifest ?? {}) as Manifest
  const [config, setConfig] = useState<Record<string, unknown>>(plugin.config)
  const [credentials, setCredentials] = useState<Record<string, string>>({})
  const [clientSecret, setClientSecret] = useState('')
  const [writes, setWrites] = useState(() => writesOf(plugin.permissions))
  const [busy, setBusy] = useState(false)
  const [syncCron, setSyncCron] = useState(plugin.syncCronSchedule ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const { isDirty, edited, edits, savedUntil } = useUnsavedEdits(reportDirty)
  const syncs = manifest.capabilities?.userReadSync === true
  const isProvider = (manifest.capabilities?.metadataProvider?.length ?? 0) > 0
  const save = async (): Promise<boolean> => {
    setBusy(true)
    let isSaved = false
    const others = plugin.permissions.filter((one) => !one.startsWith(WRITE))
    const permissions = [...others, ...writes.map((name) => `${WRITE}${name}`)]
    try {
      const body = {
        config,
        ...(Object.keys(credentials).length > 0 && { credentials }),
        ...(clientSecret !== '' && { oauthClientSecret: clientSecret }),
        ...(isProvider && { permissions }),
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
  const fields = manifest.configSchema?.fields ?? []
  const about = manifest.configSchema?.description ?? manifest.adminSetupInstructions
  return (
    <form ref={element} onSubmit={submit}>
      <SettingsSection
        help="plugins.html#what-a-plugin-can-reach"
        title={t('plugins.permissions')}
        text={t(plugin.isSandboxed ? 'plugins.sandboxed' : 'plugins.open')}
      >
        {isProvider && (
          <div className={css.fields}>
            <Checkbox
              label={t('plugins.allFields')}
              checked={writes.includes('*')}
              onChange={(event) => edited(setWrites)(event.currentTarget.checked ? ['*'] : [])}
            />
            {!writes.includes('*') && (
              <MultiSelect
                label={t('plugins.writes')}
                searchable
                data={pluginWriteFields.map((value) => ({ value, label: permissionName(value) }))}
                value={writes}
                onChange={edited(setWrites)}
              />
            )}
          </div>
        )}
      </SettingsSection>
      {(manifest.requiredCredentials?.length ?? 0) > 0 && (
        <SettingsSection title={t('plugins.secrets')} text={t('plugins.secretsText')}>
          <div className={css.fields}>
            {manifest.requiredCredentials?.map((one) => (
              <PasswordInput
                key={one.key}
                label={one.label}
                description={one.description && <PluginText text={one.description} />}
                autoComplete="off"
                placeholder={plugin.credentialKeys.includes(one.key) ? t('plugins.kept') : one.placeholder}
                value={credentials[one.key] ?? ''}
                onChange={(event) => edited(setCredentials)({ ...credentials, [one.key]: event.currentTarget.value })}
              />
            ))}
          </div>
        </SettingsSection>
      )}
      {manifest.oauth && (
        <SettingsSection
          title={t('plugins.oauth')}
          text={t('plugins.oauthText', { address: `${serverAddress()}/api/v1/user/plugins/oauth/callback` })}
        >
          <div className={css.fields}>
            <TextInput
              label={t('plugins.clientId')}
              placeholder={manifest.oauth.clientId}
              value={String(config.oauth_client_id ?? '')}
              onChange={(event) =>
                edited(setConfig)({ ...config, oauth_client_id: event.currentTarget.value || undefined })
              }
            />
            <PasswordInput
              label={t('plugins.clientSecret')}
              autoComplete="off"
              placeholder={plugin.hasOauthClientSecret ? t('plugins.kept') : undefined}
              value={clientSecret}
              onChange={(event) => edited(setClientSecret)(event.currentTarget.value)}
            />
          </div>
        </SettingsSection>
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
          <SentMetadataSwitches manifest={manifest} config={config} change={edited(setConfig)} />
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

/** The server's own settings are stored with the plugin's, under the protocol's name for them. */
const HOST = '_codex'

type SwitchesProps = {
  manifest: Manifest
  config: Record<string, unknown>
  change: (config: Record<string, unknown>) => void
}

/** Which metadata is sent along with the progress, if the plugin requests any. */
function SentMetadataSwitches({ manifest: { capabilities = {} }, config, change }: SwitchesProps) {
  const { userReadSync, userRecommendationProvider, wantsFullMetadata } = capabilities
  if (!userRecommendationProvider && !(userReadSync && wantsFullMetadata)) return null
  const host = (config[HOST] ?? {}) as Record<string, unknown>
  const labels = {
    sendGenres: t('fields.genres'),
    sendTags: t('fields.tags'),
    ...(wantsFullMetadata && { sendMetadata: t('plugins.sendMetadata') }),
  }
  return (
    <Stack gap="xs" role="group" aria-label={t('plugins.sends')}>
      <Text size="sm" fw={500}>
        {t('plugins.sends')}
      </Text>
      {Object.entries(labels).map(([name, label]) => (
        <Switch
          key={name}
          label={label}
          checked={host[name] !== false}
          onChange={(event) => change({ ...config, [HOST]: { ...host, [name]: event.currentTarget.checked } })}
        />
      ))}
    </Stack>
  )
}

const WRITE = 'metadata:write:'
const writesOf = (permissions: readonly string[]) =>
  permissions.filter((one) => one.startsWith(WRITE)).map((one) => one.slice(WRITE.length))

/** "age_rating" is the field `ageRating`; some permissions cover several fields. */
function permissionName(name: string): string {
  const field = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const other: Record<string, string> = { covers: 'coverUrl', ratings: 'rating', links: 'externalLinks', isbn: 'isbns' }
  return metadataFieldName(other[name] ?? field)
}
