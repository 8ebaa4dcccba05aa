import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { showMessage } from '../../../api/item-actions.ts'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { emptyUserDraft, newUserOf } from './user-draft.ts'
import { UserForm } from './user-form.tsx'
import { addUser } from './users-api.ts'

export function NewUser() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyUserDraft)
  const { busy, faults, run } = useDeed()
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'users' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(() => addUser(newUserOf(draft))))) return
    showMessage(t('users.added', { name: draft.username.trim() }))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('users.new')} lead={t('users.newLead')} />
      <UserForm draft={draft} change={(part) => setDraft((now) => ({ ...now, ...part }))} faults={faults} isNew />
      <FormFooter
        submit={t('users.add')}
        busy={busy}
        ready={Boolean(draft.username.trim() && draft.password)}
        leave={() => void leave()}
      />
    </form>
  )
}
