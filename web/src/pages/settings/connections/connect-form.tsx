import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { refreshConnections, type UserPlugin } from '../../../connections/connections-api.ts'
import { t } from '../../../messages/t.ts'
import { PasswordField } from '../../../parts/password-field.tsx'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { PluginText } from '../../admin/plugins/plugin-text.tsx'
import css from './connections-page.module.css'

type Credential = { key: string; label: string; description?: string; placeholder?: string; required: boolean }

/** The ways to connect that the plugin supports: OAuth at the other service, or a token from it. */
export function ConnectForm({ connection }: { connection: UserPlugin }) {
  const { pluginId, pluginDisplayName: name, enabled, requiresOauth, oauthConfigured } = connection
  const required = connection.requiredCredentials as Credential[]
  const fields: Credential[] =
    required.length > 0 ? required : [{ key: TOKEN, label: t('connections.token'), required: true }]
  const [values, setValues] = useState<Record<string, string>>({})
  const begin = useMutation({
    mutationFn: () => api.post<{ redirectUrl: string }>(`/user/plugins/${pluginId}/oauth/start`),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  })
  const enable = useMutation({
    mutationFn: () => api.post(`/user/plugins/${pluginId}/enable`),
    onSuccess: refreshConnections,
  })
  const save = useMutation({
    mutationFn: () => {
      const { [TOKEN]: accessToken, ...credentials } = values
      const body = accessToken ? { accessToken } : { credentials }
      return api.post(`/user/plugins/${pluginId}/credentials`, { body })
    },
    onSuccess: refreshConnections,
    meta: { showsError: true },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  if (!enabled) {
    return (
      <Button size="xs" loading={enable.isPending} className={css.start} onClick={() => enable.mutate()}>
        {t('plugins.enable')}
      </Button>
    )
  }
  return (
    <div className={css.connect}>
      {connection.userSetupInstructions && (
        <p className={css.text}>
          <PluginText text={connection.userSetupInstructions} />
        </p>
      )}
      {requiresOauth && (
        <Button
          className={css.start}
          disabled={!oauthConfigured}
          loading={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {t('connections.connectName', { name })}
        </Button>
      )}
      {requiresOauth && !oauthConfigured && <p className={css.text}>{t('connections.notRegistered')}</p>}
      <form className={css.tokens} onSubmit={submit}>
        {fields.map(({ key, label, description, placeholder }, index) => (
          <PasswordField
            key={key}
            label={requiresOauth ? t('connections.orToken') : label}
            description={description}
            placeholder={placeholder}
            autoComplete="off"
            value={values[key] ?? ''}
            error={index === fields.length - 1 ? save.error?.message : undefined}
            onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
          />
        ))}
        <ConfirmLeave dirty={Object.values(values).some((value) => value !== '') && !save.isPending} />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={fields.some(({ key, required }) => required && !values[key]?.trim())}
        >
          {t('connections.useToken')}
        </Button>
      </form>
    </div>
  )
}

const TOKEN = 'access_token'
