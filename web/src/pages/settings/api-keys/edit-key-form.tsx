import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { useMe } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../parts/form-footer.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { type ApiKey, updateApiKey } from './api-keys-api.ts'
import { expiresAt } from './key-expiry.ts'
import type { Permission } from './key-presets.ts'
import css from './new-key-form.module.css'
import { PermissionCheckboxes } from './permission-checkboxes.tsx'

/** Changes name, permissions and expiry; the key itself, as stored in an app, stays the same. */
export function EditKeyForm({ item }: { item: ApiKey }) {
  const { effectivePermissions: mine } = useMe()
  const navigate = useNavigate()
  const [name, setName] = useState(item.name)
  const [ticked, setTicked] = useState<Permission[]>(item.permissions)
  const [date, setDate] = useState(item.expires_at?.slice(0, 10) ?? '')
  const leave = () => void navigate({ to: '/settings/$', params: { _splat: 'profile/api-keys' } })
  const save = useMutation({
    mutationFn: () => {
      const permissions = sameSet(ticked, item.permissions) ? undefined : ticked
      const expires_at =
        date === (item.expires_at?.slice(0, 10) ?? '') ? undefined : date ? expiresAt('date', date) : null
      return updateApiKey(item.id, { name: name.trim(), permissions, expires_at })
    },
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(t('common.saved'))
      leave()
    },
  })
  const errors = fieldErrors(save.error)
  const dirty =
    name.trim() !== item.name || !sameSet(ticked, item.permissions) || date !== (item.expires_at?.slice(0, 10) ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('keys.edit')} lead={t('keys.editLead', { prefix: item.key_prefix })} />
      <TextInput
        className={css.field}
        label={t('keys.name')}
        required
        withAsterisk={false}
        maxLength={200}
        value={name}
        error={errors.name?.text}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SettingsSection title={t('keys.permissions')}>
        <PermissionCheckboxes offered={[...new Set([...mine, ...item.permissions])]} ticked={ticked} set={setTicked} />
      </SettingsSection>
      <SettingsSection title={t('keys.expiry')}>
        <TextInput
          className={css.field}
          type="date"
          label={t('keys.lastDay')}
          description={t('keys.noLastDay')}
          value={date}
          error={errors.expires_at?.text}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      </SettingsSection>
      <FormFooter
        submit={t('common.save')}
        busy={save.isPending}
        missing={[!name.trim() && t('keys.name'), ticked.length === 0 && t('keys.permissions')]}
        dirty={dirty}
        leave={leave}
      />
    </form>
  )
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
