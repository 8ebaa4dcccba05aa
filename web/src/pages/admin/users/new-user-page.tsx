import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { emptyUserDraft, newUserFromDraft } from './user-draft.ts'
import { UserForm } from './user-form.tsx'
import { addUser } from './users-api.ts'

export function NewUserPage() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyUserDraft)
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'users' } })
  const add = useMutation({
    mutationFn: () => addUser(newUserFromDraft(draft)),
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(t('users.added', { name: draft.username.trim() }))
      return leave()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={t('users.new')} lead={t('users.newLead')} />
      <UserForm
        draft={draft}
        change={(part) => setDraft((now) => ({ ...now, ...part }))}
        errors={fieldErrors(add.error)}
        isNew
      />
      <FormFooter
        submit={t('users.add')}
        busy={add.isPending}
        missing={[!draft.username.trim() && t('setup.username'), draft.password.length < 8 && t('setup.password')]}
        leave={() => void leave()}
      />
    </form>
  )
}
