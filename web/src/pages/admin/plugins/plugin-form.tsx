import {
  Button,
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { showMessage, showProblem } from '../../../api/show-message.ts'
import { fieldName } from '../../../identify/field-text.ts'
import { t } from '../../../messages/t.ts'
import { Section } from '../../settings/parts/settings-section.tsx'
import { type ConfigField, configFromText, configToText } from './config-values.ts'
import { type Plugin, refreshPlugins } from './plugins-api.ts'
import css from './plugins-page.module.css'

type Manifest = {
  capabilities?: { metadataProvider?: string[] }
  configSchema?: { description?: string; fields: ConfigField[] }
  requiredCredentials?: { key: string; label: string; description?: string; placeholder?: string; sensitive: boolean }[]
  adminSetupInstructions?: string
}

/** Permissions, settings by the plugin's own schema and credentials: one form, one button. */
export function PluginForm({ plugin }: { plugin: Plugin }) {
  const manifest = (plugin.manifest ?? {}) as Manifest
  const [config, setConfig] = useState<Record<string, unknown>>(plugin.config)
  const [credentials, setCredentials] = useState<Record<string, string>>({})
  const [writes, setWrites] = useState(() => writesOf(plugin.permissions))
  const [busy, setBusy] = useState(false)
  const isProvider = (manifest.capabilities?.metadataProvider?.length ?? 0) > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const others = plugin.permissions.filter((one) => !one.startsWith(WRITE))
    const permissions = [...others, ...writes.map((name) => `${WRITE}${name}`)]
    try {
      const body = {
        config,
        ...(Object.keys(credentials).length > 0 && { credentials }),
        ...(isProvider && { permissions }),
      }
      await api.patch(`/admin/plugins/${plugin.id}`, { body })
      setCredentials({})
      showMessage(t('common.saved'))
      await refreshPlugins()
    } catch (error) {
      showProblem(error)
    }
    setBusy(false)
  }
  const fields = manifest.configSchema?.fields ?? []
  return (
    <form onSubmit={submit}>
      <Section
        help="plugins.html#what-a-plugin-can-reach"
        title={t('plugins.permissions')}
        text={t(plugin.isSandboxed ? 'plugins.sandboxed' : 'plugins.open')}
      >
        {isProvider && (
          <div className={css.fields}>
            <Checkbox
              label={t('plugins.allFields')}
              checked={writes.includes('*')}
              onChange={(event) => setWrites(event.currentTarget.checked ? ['*'] : [])}
            />
            {!writes.includes('*') && (
              <MultiSelect
                label={t('plugins.writes')}
                searchable
                data={writable.map((value) => ({ value, label: permissionName(value) }))}
                value={writes}
                onChange={setWrites}
              />
            )}
          </div>
        )}
      </Section>
      {(manifest.requiredCredentials?.length ?? 0) > 0 && (
        <Section title={t('plugins.secrets')} text={t('plugins.secretsText')}>
          <div className={css.fields}>
            {manifest.requiredCredentials?.map((one) => (
              <PasswordInput
                key={one.key}
                label={one.label}
                description={one.description}
                autoComplete="off"
                placeholder={plugin.credentialKeys.includes(one.key) ? t('plugins.kept') : one.placeholder}
                value={credentials[one.key] ?? ''}
                onChange={(event) => setCredentials({ ...credentials, [one.key]: event.currentTarget.value })}
              />
            ))}
          </div>
        </Section>
      )}
      <Section
        title={t('plugins.settings')}
        text={manifest.configSchema?.description ?? manifest.adminSetupInstructions}
      >
        <div className={css.fields}>
          {fields.length === 0 && <p className={css.text}>{t('plugins.noSettings')}</p>}
          {fields.map((field) => (
            <FieldInput
              key={field.key}
              field={field}
              value={config[field.key]}
              change={(value) => setConfig({ ...config, [field.key]: value })}
            />
          ))}
        </div>
      </Section>
      <Button type="submit" loading={busy}>
        {t('common.save')}
      </Button>
    </form>
  )
}

type InputProps = { field: ConfigField; value: unknown; change: (value: unknown) => void }

/** The control that fits what the plugin says of a setting; what it does not know is text. */
function FieldInput({ field, value, change }: InputProps) {
  const given = value ?? field.default
  const common = { label: field.label, description: field.description, required: field.required, withAsterisk: false }
  if (field.type === 'boolean') {
    return (
      <Switch
        label={field.label}
        description={field.description}
        checked={given === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    )
  }
  if (field.type === 'number') {
    return (
      <NumberInput
        {...common}
        value={typeof given === 'number' ? given : ''}
        placeholder={configToText(field.example)}
        onChange={(next) => change(next === '' ? undefined : Number(next))}
      />
    )
  }
  if (field.type === 'string-array') {
    const list = Array.isArray(given) ? given.map(String) : configToText(given).split(',').filter(Boolean)
    return <TagsInput {...common} value={list} placeholder={configToText(field.example)} onChange={change} />
  }
  if (field.type === 'json') return <JsonInput field={field} value={given} change={change} />
  return (
    <TextInput
      {...common}
      value={configToText(given)}
      placeholder={configToText(field.example)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function JsonInput({ field, value, change }: InputProps) {
  const [text, setText] = useState(configToText(value))
  const parsed = configFromText(text)
  return (
    <Textarea
      label={field.label}
      description={field.description}
      autosize
      minRows={3}
      value={text}
      error={parsed === undefined && text.trim() !== ''}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const next = configFromText(event.currentTarget.value)
        if (next !== undefined) change(next)
      }}
    />
  )
}

const WRITE = 'metadata:write:'
const writesOf = (permissions: readonly string[]) =>
  permissions.filter((one) => one.startsWith(WRITE)).map((one) => one.slice(WRITE.length))
/** The last words of the permissions to write single fields. */
const writable = [
  'title',
  'summary',
  'genres',
  'tags',
  'covers',
  'ratings',
  'links',
  'external_ids',
  'year',
  'status',
  'publisher',
  'age_rating',
  'language',
  'reading_direction',
  'total_volume_count',
  'total_chapter_count',
  'authors',
  'book_type',
  'subtitle',
  'translator',
  'edition',
  'original_title',
  'original_year',
  'series_position',
  'subjects',
  'awards',
  'isbn',
  'volume',
  'chapter',
  'custom_metadata',
]

/** "age_rating" is the field `ageRating`; some stand for several fields. */
function permissionName(name: string): string {
  const field = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const other: Record<string, string> = { covers: 'coverUrl', ratings: 'rating', links: 'externalLinks', isbn: 'isbns' }
  return fieldName(other[name] ?? field)
}
