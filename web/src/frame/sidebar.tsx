import { UnstyledButton } from '@mantine/core'
import {
  IconBell,
  IconBookmarks,
  IconBooks,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListNumbers,
  IconNotebook,
  IconSettings,
  IconSparkles,
  IconStack2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { librariesQuery } from '../api/item-queries.ts'
import { hasRecommendationPluginQuery } from '../connections/connections-api.ts'
import { numberText, t } from '../messages/t.ts'
import { hasReleasePluginQuery, newReleaseCountQuery } from '../releases/new-releases-queries.ts'
import { Logo } from './logo.tsx'
import css from './sidebar.module.css'

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

export function Sidebar({ folded, fold }: { folded: boolean; fold: () => void }) {
  const { data: libraries = [] } = useQuery(librariesQuery)
  // The admin pages are reached through the settings.
  const inAdmin = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin/') })
  const foldLabel = folded ? t('nav.expand') : t('nav.collapse')
  return (
    <nav className={css.rail} aria-label={t('nav.main')} data-folded={folded || undefined}>
      <Link to="/" className={css.brand} aria-label={t('app.name')}>
        <Logo />
        <span className={`work ${css.brandName}`}>{t('app.name')}</span>
      </Link>
      <ul className={css.list}>
        <Item link={linkOptions({ to: '/' })} exact icon={<IconHome {...icon} />} label={t('nav.home')} />
        <Item
          link={linkOptions({ to: '/libraries/$libraryId', params: { libraryId: 'all' } })}
          icon={<IconBooks {...icon} />}
          label={t('nav.libraries')}
        />
        {libraries.map((library) => (
          <li key={library.id} className={css.library}>
            <Link to="/libraries/$libraryId" params={{ libraryId: library.id }} className={css.sub} preload="intent">
              <span className={css.label}>{library.name}</span>
              <span className={`num ${css.count}`}>
                {library.seriesCount !== undefined && numberText(library.seriesCount)}
              </span>
            </Link>
          </li>
        ))}
        <Item link={linkOptions({ to: '/collections' })} icon={<IconStack2 {...icon} />} label={t('nav.collections')} />
        <Item
          link={linkOptions({ to: '/read-lists' })}
          icon={<IconListNumbers {...icon} />}
          label={t('nav.readLists')}
        />
        <Item
          link={linkOptions({ to: '/want-to-read' })}
          icon={<IconBookmarks {...icon} />}
          label={t('nav.wantToRead')}
        />
        <Item link={linkOptions({ to: '/notebook' })} icon={<IconNotebook {...icon} />} label={t('notebook.title')} />
        <Releases />
        <Recommendations />
      </ul>
      <ul className={css.foot}>
        <Item
          link={linkOptions({ to: '/settings/$', params: { _splat: '' } })}
          icon={<IconSettings {...icon} />}
          label={t('nav.settings')}
          current={inAdmin}
        />
        <li className={css.fold}>
          <UnstyledButton className={css.item} onClick={fold} title={foldLabel} aria-label={foldLabel}>
            {folded ? <IconLayoutSidebarLeftExpand {...icon} /> : <IconLayoutSidebarLeftCollapse {...icon} />}
            <span className={css.label}>{t('nav.collapseShort')}</span>
          </UnstyledButton>
        </li>
      </ul>
    </nav>
  )
}

/** Shown only if a plugin announces releases; the badge counts those new to the viewer. */
function Releases() {
  const { data: isUsed = false } = useQuery(hasReleasePluginQuery())
  const { data: count = 0 } = useQuery({ ...newReleaseCountQuery, enabled: isUsed })
  if (!isUsed) return null
  return (
    <Item
      link={linkOptions({ to: '/releases' })}
      icon={<IconBell {...icon} />}
      label={t('releases.title')}
      badge={count > 0 ? count : undefined}
    />
  )
}

/** Shown only if the viewer has a recommendation plugin. */
function Recommendations() {
  const { data: isUsed = false } = useQuery(hasRecommendationPluginQuery)
  if (!isUsed) return null
  return (
    <Item
      link={linkOptions({ to: '/recommendations' })}
      icon={<IconSparkles {...icon} />}
      label={t('recommendations.title')}
    />
  )
}

type ItemProps = {
  link: LinkProps
  icon: ReactNode
  label: string
  exact?: boolean
  current?: boolean
  badge?: number
}

function Item({ link, icon, label, exact = false, current, badge }: ItemProps) {
  return (
    <li>
      <Link
        {...link}
        className={css.item}
        activeOptions={{ exact }}
        preload="intent"
        title={label}
        aria-label={badge ? `${label}: ${t('releases.count', { count: badge })}` : label}
        aria-current={current ? 'page' : undefined}
      >
        {icon}
        <span className={css.label}>{label}</span>
        {badge !== undefined && <span className={`num ${css.badge}`}>{numberText(badge)}</span>}
      </Link>
    </li>
  )
}
