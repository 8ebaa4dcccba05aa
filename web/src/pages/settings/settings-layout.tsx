import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { notFoundProblem } from '../../api/problem.ts'
import { useMe } from '../../api/session.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { HelpLink } from '../../parts/help-link.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import css from './settings-layout.module.css'
import { settingsPageAtPath } from './settings-page-at-path.ts'
import { type SettingsArea, type SettingsPageEntry, settingsPages } from './settings-pages.ts'

/** The list on the left, one page on the right; on a phone first the list, then the page. */
export function SettingsLayout({ area, address }: { area: SettingsArea; address: string }) {
  const { effectivePermissions } = useMe()
  const open = settingsPages.filter(({ permission }) => !permission || effectivePermissions.includes(permission))
  const found = settingsPageAtPath(open, area, address.replace(/\/$/, ''))
  useDocumentTitle(found ? t(found.entry.label) : t('nav.settings'))
  // On a phone the bare address shows only the list, so the list's title is the heading.
  const Title = address === '' ? 'h1' : 'p'
  const admin = open.filter((entry) => entry.area === 'admin')

  return (
    <div className={css.rooms} data-list={address === '' || undefined} data-wide={found?.entry.wide}>
      <nav className={css.list} aria-label={t('nav.settings')}>
        <Title className={`work ${css.title}`}>{t('nav.settings')}</Title>
        <List
          name={t('settings.you')}
          entries={open.filter((entry) => entry.area === 'settings')}
          current={found?.entry}
        />
        {admin.length > 0 && <List name={t('settings.server')} entries={admin} current={found?.entry} />}
      </nav>
      <div className={css.room}>
        <Link className={css.back} to="/settings/$" params={{ _splat: '' }}>
          <IconChevronLeft size={18} stroke={1.5} aria-hidden />
          {t('nav.settings')}
        </Link>
        {found?.entry.help && (
          <div className={css.help}>
            <HelpLink to={found.entry.help} about={t(found.entry.label)} />
          </div>
        )}
        {found ? (
          <Suspense fallback={null}>
            <found.entry.page rest={found.rest} key={found.entry.path} />
          </Suspense>
        ) : (
          <ErrorState error={notFoundProblem} />
        )}
      </div>
    </div>
  )
}

function List({
  name,
  entries,
  current,
}: {
  name: string
  entries: SettingsPageEntry[]
  current: SettingsPageEntry | undefined
}) {
  return (
    <section aria-label={name}>
      <p className={css.area}>{name}</p>
      <ul className={css.links}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link
              to={entry.area === 'settings' ? '/settings/$' : '/admin/$'}
              params={{ _splat: entry.path }}
              className={css.link}
              data-inner={entry.inner}
              // Otherwise the router would also mark the parent of an inner page.
              activeOptions={{ exact: true }}
              aria-current={entry === current ? 'page' : undefined}
            >
              <entry.icon size={20} stroke={1.5} aria-hidden />
              <span>{t(entry.label)}</span>
              <IconChevronRight className={css.chevron} size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
