import { IconBooks, IconHome, IconSearch, IconUser } from '@tabler/icons-react'
import { Link, type LinkProps, linkOptions, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import css from './bottom-bar.module.css'

const icon = { size: 22, stroke: 1.5, 'aria-hidden': true } as const

export function BottomBar() {
  const inAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') })
  return (
    <nav className={css.bar} aria-label={t('nav.main')}>
      <Item link={linkOptions({ to: '/' })} exact icon={<IconHome {...icon} />} label={t('nav.home')} />
      <Item link={linkOptions({ to: '/libraries' })} icon={<IconBooks {...icon} />} label={t('nav.libraries')} />
      <Item link={linkOptions({ to: '/search' })} icon={<IconSearch {...icon} />} label={t('nav.search')} />
      <Item
        link={linkOptions({ to: '/settings/$', params: { _splat: '' } })}
        icon={<IconUser {...icon} />}
        label={t('nav.me')}
        current={inAdmin}
      />
    </nav>
  )
}

type ItemProps = { link: LinkProps; icon: ReactNode; label: string; exact?: boolean; current?: boolean }

function Item({ link, icon, label, exact = false, current }: ItemProps) {
  return (
    <Link
      {...link}
      className={css.item}
      activeOptions={{ exact, includeSearch: false }}
      aria-current={current ? 'page' : undefined}
    >
      {icon}
      <span>{label}</span>
    </Link>
  )
}
