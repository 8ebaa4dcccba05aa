import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { useMay, useMe } from '../../../api/session.ts'
import { day } from '../../../messages/format.ts'
import { t } from '../../../messages/t.ts'
import { Ask } from '../../settings/parts/ask.tsx'
import { FormFoot } from '../../settings/parts/form-foot.tsx'
import { Note, RoomHead, Section } from '../../settings/parts/room.tsx'
import { Row, Rows } from '../../settings/parts/row.tsx'
import { useDeed } from '../../settings/parts/use-deed.ts'
import { changesOf, draftOf } from './draft.ts'
import { UserForm } from './user-form.tsx'
import { changeUser, deleteUser, type User } from './users-api.ts'

export function EditUser({ user }: { user: User }) {
  const navigate = useNavigate()
  const me = useMe()
  const mayWrite = useMay('UsersWrite')
  const mayDelete = useMay('UsersDelete')
  const before = draftOf(user)
  const [draft, setDraft] = useState(before)
  const [asking, setAsking] = useState(false)
  const { busy, faults, run } = useDeed()
  const changes = changesOf(before, draft)
  const dirty = Object.keys(changes).length > 0
  const leave = () => navigate({ to: '/admin/$', params: { _splat: 'users' } })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(() => changeUser(user.id, changes)))) return
    tell(t('common.saved'))
    await leave()
  }
  return (
    <form onSubmit={submit}>
      <RoomHead title={user.username} lead={t('users.since', { date: day(user.createdAt) })} />
      {user.id === me.id && <Note>{t('users.self')}</Note>}
      <UserForm draft={draft} change={(part) => setDraft((now) => ({ ...now, ...part }))} faults={faults} />
      {mayDelete && user.id !== me.id && (
        <Section title={t('users.remove')}>
          <Rows>
            <Row label={t('users.delete')} text={t('users.deleteText')}>
              <Button variant="outline" color="bad" size="xs" onClick={() => setAsking(true)}>
                {t('users.deleteDo')}
              </Button>
            </Row>
          </Rows>
        </Section>
      )}
      {asking && (
        <Ask
          title={t('users.deleteTitle', { name: user.username })}
          text={t('users.deleteAsk')}
          losses={[t('users.loseProgress'), t('users.loseLists'), t('users.loseKeys')]}
          stays={t('users.booksStay')}
          label={t('users.deleteTitle', { name: user.username })}
          act={async () => {
            await deleteUser(user.id)
            tell(t('users.deleted', { name: user.username }))
            await leave()
          }}
          close={() => setAsking(false)}
        />
      )}
      <FormFoot
        submit={mayWrite ? t('common.save') : undefined}
        busy={busy}
        ready={dirty && Boolean(draft.username.trim())}
        leave={() => void leave()}
        leaving={dirty ? t('edit.discard') : t('common.close')}
      />
    </form>
  )
}
