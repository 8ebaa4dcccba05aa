import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { nothingThere } from '../../api/problem.ts'
import { useMe } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { findRoom } from './find-room.ts'
import { type Area, type Room, rooms } from './rooms.ts'
import css from './rooms-page.module.css'

/** A list on the left, one thing at a time on the right; on a phone first the list, then the thing. */
export function RoomsPage({ area, address }: { area: Area; address: string }) {
  const { effectivePermissions } = useMe()
  const open = rooms.filter(({ permission }) => !permission || effectivePermissions.includes(permission))
  const found = findRoom(open, area, address.replace(/\/$/, ''))
  useTitle(found ? t(found.room.label) : t('nav.settings'))
  // On a phone the bare address shows nothing but the list, so that is the heading then.
  const Title = address === '' ? 'h1' : 'p'
  const admin = open.filter((room) => room.area === 'admin')

  return (
    <div className={css.rooms} data-list={address === '' || undefined} data-wide={found?.room.wide}>
      <nav className={css.list} aria-label={t('nav.settings')}>
        <Title className={`work ${css.title}`}>{t('nav.settings')}</Title>
        <List name={t('settings.you')} rooms={open.filter((room) => room.area === 'settings')} current={found?.room} />
        {admin.length > 0 && <List name={t('settings.server')} rooms={admin} current={found?.room} />}
      </nav>
      <div className={css.room}>
        <Link className={css.back} to="/settings/$" params={{ _splat: '' }}>
          <IconChevronLeft size={18} stroke={1.5} aria-hidden />
          {t('nav.settings')}
        </Link>
        {found ? (
          <Suspense fallback={null}>
            <found.room.page rest={found.rest} key={found.room.path} />
          </Suspense>
        ) : (
          <ErrorState error={nothingThere} />
        )}
      </div>
    </div>
  )
}

function List({ name, rooms, current }: { name: string; rooms: Room[]; current: Room | undefined }) {
  return (
    <section aria-label={name}>
      <p className={css.area}>{name}</p>
      <ul className={css.links}>
        {rooms.map((room) => (
          <li key={room.path}>
            <Link
              to={room.area === 'settings' ? '/settings/$' : '/admin/$'}
              params={{ _splat: room.path }}
              className={css.link}
              data-inner={room.inner}
              // Otherwise the router would also mark the room around an inner one.
              activeOptions={{ exact: true }}
              aria-current={room === current ? 'page' : undefined}
            >
              <room.icon size={20} stroke={1.5} aria-hidden />
              <span>{t(room.label)}</span>
              <IconChevronRight className={css.chevron} size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
