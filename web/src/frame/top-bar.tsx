import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../api/session.ts'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { t } from '../messages/t.ts'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { AccountButton } from './account-button.tsx'
import { Logo } from './logo.tsx'
import css from './top-bar.module.css'

export function TopBar({ search }: { search: () => void }) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const update = () => line.current?.toggleAttribute('data-solid', window.scrollY > 24)
    update()
    addEventListener('scroll', update, { passive: true })
    return () => removeEventListener('scroll', update)
  }, [])
  return (
    <header ref={line} className={css.top}>
      <Link to="/" className={css.brand} aria-label={t('app.name')}>
        <Logo size={26} />
      </Link>
      <UnstyledButton className={css.search} data-opens-search onClick={search}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <span className={css.hint}>{t('search.hint')}</span>
        <span className={css.shortHint}>{t('nav.search')}</span>
        <kbd className={css.key} aria-hidden>
          {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      <AccountMenu />
    </header>
  )
}

const loadMenu = () => import('./account-menu.tsx')
const soon = preload(loadMenu)
const OpenedPersonMenu = lazyComponent(loadMenu)

/** A plain button until it is pressed. */
function AccountMenu() {
  const { username } = useMe()
  const [made, setMade] = useState(false)
  const button = (
    <AccountButton
      username={username}
      aria-haspopup="menu"
      aria-expanded={made}
      onPointerEnter={soon}
      onFocus={soon}
      onClick={() => setMade(true)}
    />
  )
  if (!made) return button
  return (
    <LazyBoundary fallback={button} close={() => setMade(false)}>
      <OpenedPersonMenu />
    </LazyBoundary>
  )
}
