import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { User as Account } from '../../../../../src/contract/users.ts'
import { api } from '../../../api/client.ts'
import { fieldErrors } from '../../../api/field-errors.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { showMessage } from '../../../api/show-message.ts'
import { apiUrl } from '../../../api/urls.ts'
import { dateText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { PasswordField } from '../../../parts/password-field.tsx'
import { SubmitButton } from '../../../parts/submit-button.tsx'
import { ConfirmLeave } from '../../../parts/use-confirm-leave.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../parts/settings-section.tsx'
import css from './profile-page.module.css'

const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.get<Account>('/user', { signal }),
})

async function changeAccount(body: { email?: string | null; password?: string; currentPassword?: string }) {
  const account = await api.patch<Account>('/user', { body })
  queryClient.setQueryData(accountQuery.queryKey, account)
  await queryClient.invalidateQueries({ queryKey: ['me'] })
}

export default function ProfilePage() {
  const { data: account, error, refetch } = useQuery(accountQuery)
  if (errorReplacesContent({ data: account, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <SettingsHeader title={t('profile.title')} lead={account && <Who account={account} />} />
      {account && !account.hasPassword && <SettingsNote>{t('profile.noPassword')}</SettingsNote>}
      {account && <EmailForm account={account} key={account.email} />}
      {account?.hasPassword && <PasswordForm username={account.username} />}
      {account && <OwnData />}
    </>
  )
}

/** Lets users take their data elsewhere. */
function OwnData() {
  return (
    <SettingsSection title={t('profile.data')} text={t('profile.dataText')}>
      <Group gap="xs" mt="md">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={apiUrl('/user/export', { format })}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} />}
          >
            {t('profile.download', { format: format.toUpperCase() })}
          </Button>
        ))}
      </Group>
    </SettingsSection>
  )
}

function Who({ account }: { account: Account }) {
  const role = t(`role.of.${account.role}`)
  return t('profile.lead', { name: account.username, role, date: dateText(account.createdAt) })
}

function EmailForm({ account }: { account: Account }) {
  const [email, setEmail] = useState(account.email ?? '')
  const [currentPassword, setCurrentPassword] = useState('')
  const save = useMutation({
    mutationFn: () =>
      changeAccount({ email: email.trim() || null, ...(account.hasPassword ? { currentPassword } : {}) }),
    meta: { showsFieldErrors: true },
    onSuccess: () => showMessage(t('profile.emailSaved')),
  })
  const errors = fieldErrors(save.error)
  const changed = email.trim() !== (account.email ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <SettingsSection title={t('profile.email')} text={t('profile.emailText')}>
      <form className={css.form} onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            type="email"
            aria-label={t('profile.email')}
            placeholder={t('profile.emailNone')}
            autoComplete="email"
            value={email}
            error={errors.email && (errors.email.kind === 'taken' ? errors.email.text : t('users.badEmail'))}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {changed && account.hasPassword && (
            <CurrentPassword value={currentPassword} set={setCurrentPassword} isWrong={!!errors.currentPassword} />
          )}
          <ConfirmLeave dirty={changed && !save.isPending} />
          <SubmitButton variant="default" busy={save.isPending} unchanged={!changed}>
            {t('profile.saveEmail')}
          </SubmitButton>
        </Stack>
      </form>
    </SettingsSection>
  )
}

function CurrentPassword({ value, set, isWrong }: { value: string; set: (text: string) => void; isWrong: boolean }) {
  return (
    <PasswordField
      label={t('profile.currentPassword')}
      autoComplete="current-password"
      required
      withAsterisk={false}
      value={value}
      error={isWrong && t('profile.wrongPassword')}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

function PasswordForm({ username }: { username: string }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: () => changeAccount({ password, currentPassword }),
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      setCurrentPassword('')
      setPassword('')
      showMessage(t('profile.passwordSaved'))
    },
  })
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <SettingsSection title={t('profile.password')} text={t('profile.passwordText')}>
      <form className={css.form} onSubmit={submit}>
        {/* Password managers need to know whose password this is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Stack gap="sm">
          <CurrentPassword value={currentPassword} set={setCurrentPassword} isWrong={!!errors.currentPassword} />
          <PasswordField
            label={t('profile.newPassword')}
            description={t('setup.passwordHint')}
            autoComplete="new-password"
            minLength={8}
            required
            withAsterisk={false}
            value={password}
            error={errors.password?.text}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ConfirmLeave dirty={password !== '' && !save.isPending} />
          <SubmitButton
            variant="default"
            busy={save.isPending}
            missing={[
              !currentPassword && t('profile.currentPassword'),
              password.length < 8 && t('profile.newPassword'),
            ]}
          >
            {t('profile.savePassword')}
          </SubmitButton>
        </Stack>
      </form>
    </SettingsSection>
  )
}
