import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { t } from '../../../messages/t.ts'
import { FormFoot } from '../../settings/parts/form-foot.tsx'
import { RoomHead } from '../../settings/parts/room.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { emptyDraft, newUserOf } from './draft.ts'
import { UserForm } from './user-form.tsx'
import { addUser } from './users-api.ts'

export function NewUser() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyDraft)
  const { busy, faults, run } = useDeed()
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'users' } })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(() => addUser(newUserOf(draft))))) return
    tell(t('users.added', { name: draft.username.trim() }))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <RoomHead title={t('users.new')} lead={t('users.newLead')} />
      <UserForm draft={draft} change={(part) => setDraft((now) => ({ ...now, ...part }))} faults={faults} isNew />
      <FormFoot
        submit={t('users.add')}
        busy={busy}
        ready={Boolean(draft.username.trim() && draft.password)}
        leave={() => void leave()}
      />
    </form>
  )
}
