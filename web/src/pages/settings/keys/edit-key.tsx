import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { showMessage } from '../../../api/item-actions.ts'
import { useMe } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../parts/form-footer.tsx'
import { Section, SettingsHeader } from '../parts/settings-section.tsx'
import { useDeed } from '../parts/use-deed.ts'
import { expiresAt } from './key-expiry.ts'
import type { Permission } from './key-presets.ts'
import { type ApiKey, changeKey } from './keys-api.ts'
import css from './new-key.module.css'
import { PermissionCheckboxes } from './permission-checkboxes.tsx'

/** Another name, other deeds, another end; the key itself stays as it is in the app that has it. */
export function EditKey({ item }: { item: ApiKey }) {
  const { effectivePermissions: mine } = useMe()
  const navigate = useNavigate()
  const [name, setName] = useState(item.name)
  const [ticked, setTicked] = useState<Permission[]>(item.permissions)
  const [date, setDate] = useState(item.expires_at?.slice(0, 10) ?? '')
  const { busy, faults, run } = useDeed()
  const leave = () => void navigate({ to: '/settings/$', params: { _splat: 'profile/api-keys' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const permissions = sameSet(ticked, item.permissions) ? undefined : ticked
    const expires_at =
      date === (item.expires_at?.slice(0, 10) ?? '') ? undefined : date ? expiresAt('date', date) : null
    if (!(await run(() => changeKey(item.id, { name: name.trim(), permissions, expires_at })))) return
    showMessage(t('common.saved'))
    leave()
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
        error={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Section title={t('keys.may')}>
        <PermissionCheckboxes offered={[...new Set([...mine, ...item.permissions])]} ticked={ticked} set={setTicked} />
      </Section>
      <Section title={t('keys.until')}>
        <TextInput
          className={css.field}
          type="date"
          label={t('keys.lastDay')}
          description={t('keys.noLastDay')}
          value={date}
          error={faults.expires_at}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      </Section>
      <FormFooter
        submit={t('common.save')}
        busy={busy}
        ready={Boolean(name.trim()) && ticked.length > 0}
        leave={leave}
      />
    </form>
  )
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each))
}
