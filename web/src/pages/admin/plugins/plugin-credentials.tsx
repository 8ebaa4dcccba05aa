import { t } from '../../../messages/t.ts'
import { PasswordField } from '../../../parts/password-field.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import type { PluginCredential } from './plugin-manifest.ts'
import { PluginText } from './plugin-text.tsx'
import css from './plugins-page.module.css'

type PluginCredentialsProps = {
  credentials: PluginCredential[]
  /** The keys of those that the server has. It never sends the values. */
  storedKeys: readonly string[]
  values: Record<string, string>
  set: (values: Record<string, string>) => void
}

/** The keys and passwords that a plugin asks for. */
export function PluginCredentials({ credentials, storedKeys, values, set }: PluginCredentialsProps) {
  return (
    <SettingsSection title={t('plugins.secrets')} text={t('plugins.secretsText')}>
      <div className={css.fields}>
        {credentials.map(({ key, label, description, placeholder }) => (
          <PasswordField
            key={key}
            label={label}
            description={description && <PluginText text={description} />}
            autoComplete="off"
            placeholder={storedKeys.includes(key) ? t('plugins.stored') : placeholder}
            value={values[key] ?? ''}
            onChange={(event) => set({ ...values, [key]: event.currentTarget.value })}
          />
        ))}
      </div>
    </SettingsSection>
  )
}
