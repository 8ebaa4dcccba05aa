import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/field-errors.ts'
import { useMe, usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { dateText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormFooter } from '../../settings/parts/form-footer.tsx'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { userChanges, userDraftOf } from './user-draft.ts'
import { UserForm } from './user-form.tsx'
import { changeUser, deleteUser, type User } from './users-api.ts'

export function EditUserPage({ user }: { user: User }) {
  const navigate = useNavigate()
  const me = useMe()
  const mayWrite = usePermission('UsersWrite')
  const mayDelete = usePermission('UsersDelete')
  const before = userDraftOf(user)
  const [draft, setDraft] = useState(before)
  const [asking, setAsking] = useState(false)
  const changes = userChanges(before, draft)
  const dirty = Object.keys(changes).length > 0
  const list = { to: '/admin/$', params: { _splat: 'users' } } as const
  const leave = () => navigate(list)

  const save = useMutation({
    mutationFn: () => changeUser(user.id, changes),
    meta: { showsFieldErrors: true },
    onSuccess: () => {
      showMessage(t('common.saved'))
      return leave()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <SettingsHeader title={user.username} lead={t('users.since', { date: dateText(user.createdAt) })} />
      {user.id === me.id && <SettingsNote>{t('users.self')}</SettingsNote>}
      <UserForm
        draft={draft}
        change={(part) => setDraft((now) => ({ ...now, ...part }))}
        errors={fieldErrors(save.error)}
      />
      {mayDelete && user.id !== me.id && (
        <SettingsSection title={t('users.remove')}>
          <SettingRows>
            <SettingRow label={t('users.delete')} text={t('users.deleteText')}>
              <Button variant="outline" color="bad" size="xs" onClick={() => setAsking(true)}>
                {t('users.deleteDo')}
              </Button>
            </SettingRow>
          </SettingRows>
        </SettingsSection>
      )}
      {asking && (
        <ConfirmDialog
          title={t('users.deleteTitle', { name: user.username })}
          text={t('users.deleteAsk')}
          losses={[t('users.loseProgress'), t('users.loseLists'), t('users.loseKeys')]}
          stays={t('users.booksStay')}
          label={t('users.deleteTitle', { name: user.username })}
          act={async () => {
            await deleteUser(user.id)
            showMessage(t('users.deleted', { name: user.username }))
            await navigate({ ...list, ignoreBlocker: true })
          }}
          close={() => setAsking(false)}
        />
      )}
      <FormFooter
        submit={mayWrite ? t('common.save') : undefined}
        busy={save.isPending}
        missing={[!draft.username.trim() && t('setup.username')]}
        dirty={dirty}
        leave={() => void leave()}
        leaving={dirty ? t('edit.discard') : t('common.close')}
      />
    </form>
  )
}
