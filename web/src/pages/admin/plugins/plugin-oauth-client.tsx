import { TextInput } from '@mantine/core'
import { serverAddress } from '../../../api/urls.ts'
import { t } from '../../../messages/t.ts'
import { PasswordField } from '../../../parts/password-field.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import css from './plugins-page.module.css'

type PluginOauthClientProps = {
  clientId: string
  /** The one that the plugin brings along. */
  ownClientId: string | undefined
  setClientId: (clientId: string) => void
  clientSecret: string
  hasStoredSecret: boolean
  setClientSecret: (clientSecret: string) => void
}

/** With which client this server asks people for access to their accounts at the plugin's service. */
export function PluginOauthClient(props: PluginOauthClientProps) {
  const { clientId, ownClientId, setClientId, clientSecret, hasStoredSecret, setClientSecret } = props
  return (
    <SettingsSection
      title={t('plugins.oauth')}
      text={t('plugins.oauthText', { address: `${serverAddress()}/api/v1/user/plugins/oauth/callback` })}
    >
      <div className={css.fields}>
        <TextInput
          label={t('plugins.clientId')}
          placeholder={ownClientId}
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        <PasswordField
          label={t('plugins.clientSecret')}
          autoComplete="off"
          placeholder={hasStoredSecret ? t('plugins.stored') : undefined}
          value={clientSecret}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
        />
      </div>
    </SettingsSection>
  )
}
