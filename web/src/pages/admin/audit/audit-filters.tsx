import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { usersQuery } from '../users/users-api.ts'
import type { AuditEvent, AuditLogFilter } from './audit-api.ts'
import css from './audit-page.module.css'

const events: AuditEvent[] = [
  'sign_in',
  'sign_in_failed',
  'sign_in_blocked',
  'sign_out',
  'session_ended',
  'account_created',
  'account_changed',
  'role_changed',
  'access_changed',
  'password_changed',
  'account_deleted',
  'provider_linked',
  'provider_unlinked',
  'key_created',
  'key_changed',
  'key_revoked',
  'setting_changed',
  'sharing_tag_deleted',
  'library_created',
  'library_changed',
  'library_deleted',
  'series_deleted',
  'book_deleted',
  'list_deleted',
  'missing_books_removed',
]

type Props = { filter: AuditLogFilter; set: (next: AuditLogFilter) => void }

export function AuditFilters({ filter, set }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebouncedCallback((text: string) => set({ ...filter, search: text.trim() }), 250)
  return (
    <div className={css.filters}>
      <TextInput
        className={css.find}
        type="search"
        label={t('audit.find')}
        maxLength={200}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      <Select
        label={t('audit.action')}
        placeholder={t('audit.anyAction')}
        data={events.map((value) => ({ value, label: t(`audit.name.${value}`) }))}
        value={filter.event ?? null}
        onChange={(value) => set({ ...filter, event: events.find((each) => each === value) })}
        clearable
        searchable
      />
      <Person value={filter.userId} set={(userId) => set({ ...filter, userId })} />
      {(['from', 'to'] as const).map((side) => (
        <TextInput
          key={side}
          type="date"
          label={t(`audit.${side}`)}
          value={filter[side] ?? ''}
          onChange={(event) => set({ ...filter, [side]: event.currentTarget.value })}
        />
      ))}
      {Object.values(filter).some(Boolean) && (
        <Button
          className={css.clear}
          variant="default"
          onClick={() => {
            setTyped('')
            set({})
          }}
        >
          {t('audit.clear')}
        </Button>
      )}
    </div>
  )
}

function Person({ value, set }: { value: string | undefined; set: (id: string | undefined) => void }) {
  const mayAsk = usePermission('UsersRead')
  const [typed, setTyped] = useState('')
  const { data: users } = useQuery({ ...usersQuery(typed), enabled: mayAsk })
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  if (!mayAsk) return null
  const found = users?.data.map(({ id, username }) => ({ value: id, label: username })) ?? []
  // The selected user stays in the list, whatever is typed next.
  const isMissing = chosen && !found.some((each) => each.value === chosen.value)
  const choices = isMissing ? [...found, chosen] : found
  return (
    <Select
      label={t('audit.person')}
      placeholder={t('audit.anyPerson')}
      data={choices}
      value={value ?? null}
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text.trim())}
      onChange={(id) => {
        setChosen(choices.find((each) => each.value === id))
        set(id ?? undefined)
      }}
      clearable
      searchable
    />
  )
}
