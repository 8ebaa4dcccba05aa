import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorReplacesContent } from '../../../api/problem.ts'
import { useMe, usePermission } from '../../../api/session.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import css from './user-list.module.css'
import { type User, usersQuery } from './users-api.ts'

/** With fewer users there is no search field. */
const many = 12

export function UserList() {
  const mayAdd = usePermission('UsersWrite')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(usersQuery(search, page))
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <SettingsHeader title={t('users.title')} lead={t('users.lead')}>
        {mayAdd && (
          <LinkButton to="/admin/$" params={{ _splat: 'users/new' }} leftSection={<IconPlus size={16} stroke={1.7} />}>
            {t('users.add')}
          </LinkButton>
        )}
      </SettingsHeader>
      {(search !== '' || (data?.total ?? 0) > many) && (
        <TextInput
          className={css.search}
          type="search"
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<IconSearch size={16} stroke={1.5} />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPage(1)
          }}
        />
      )}
      {data?.data.length === 0 && <p className="quiet">{t('search.nothing', { query: search })}</p>}
      <ul className={css.users}>
        {data?.data.map((user) => (
          <Item key={user.id} user={user} />
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <Group gap="xs" mt="md">
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('common.previous')}
          </Button>
          <Button variant="default" size="xs" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            {t('common.next')}
          </Button>
        </Group>
      )}
    </>
  )
}

function Item({ user }: { user: User }) {
  const me = useMe()
  return (
    <li>
      <Link
        to="/admin/$"
        params={{ _splat: `users/${user.id}` }}
        className={css.user}
        data-inactive={!user.isActive || undefined}
      >
        <span className={css.initial} aria-hidden>
          {[...user.username][0]?.toUpperCase()}
        </span>
        <span className={css.words}>
          <span className={css.name}>
            {user.username}
            {user.id === me.id && <span className={css.mark}>{t('users.you')}</span>}
            {!user.isActive && <span className={css.mark}>{t('users.inactive')}</span>}
          </span>
          <span className={css.facts}>
            <span>{t(`userRole.${user.role}`)}</span>
            <span>{sight(user)}</span>
          </span>
        </span>
        <span className={`num ${css.seen}`}>
          {user.lastLoginAt ? t('users.seen', { when: timeAgo(user.lastLoginAt) }) : t('users.neverSeen')}
        </span>
      </Link>
    </li>
  )
}

/** A summary of what the user may see. */
function sight(user: User): string {
  const parts = [
    user.allLibraries ? t('users.allLibraries') : t('users.someLibraries', { count: user.libraryIds.length }),
  ]
  if (user.ageLimit !== null) parts.push(t('users.upTo', { age: user.ageLimit }))
  if (user.sharingTags.length > 0) parts.push(t('users.tagged', { count: user.sharingTags.length }))
  return joinList(parts)
}
