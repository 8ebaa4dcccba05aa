import { Menu, UnstyledButton } from '@mantine/core'
import { IconCloudDownload, IconLogout, IconNotebook, IconSearch, IconSettings } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { setPreference } from '../api/preferences.ts'
import { signOut, useMe } from '../api/session.ts'
import { t } from '../messages/t.ts'
import { LinkMenuItem } from '../parts/links.tsx'
import { themeChoices, useTheme } from '../theme/theme-choice.ts'
import { Logo } from './logo.tsx'
import css from './top-bar.module.css'

export function TopBar({ search }: { search: () => void }) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const look = () => line.current?.toggleAttribute('data-solid', window.scrollY > 24)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return (
    <header ref={line} className={css.top}>
      <Link to="/" className={css.brand} aria-label={t('app.name')}>
        <Logo size={26} />
      </Link>
      <UnstyledButton className={css.search} data-search-door onClick={search}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <span className={css.hint}>{t('search.hint')}</span>
        <kbd className={css.key} aria-hidden>
          {/Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </UnstyledButton>
      <PersonMenu />
    </header>
  )
}

function PersonMenu() {
  const me = useMe()
  const theme = useTheme()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    await navigate({ to: '/sign-in' })
  }
  return (
    <Menu position="bottom-end" width={264}>
      <Menu.Target>
        <UnstyledButton className={css.person} aria-label={t('nav.account', { name: me.username })}>
          <span className={css.initial} aria-hidden>
            {[...me.username][0]?.toUpperCase()}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.username}</Menu.Label>
        <LinkMenuItem to="/settings/$" params={{ _splat: '' }} leftSection={<IconSettings size={18} stroke={1.5} />}>
          {t('nav.settings')}
        </LinkMenuItem>
        <LinkMenuItem to="/downloads" leftSection={<IconCloudDownload size={18} stroke={1.5} />}>
          {t('nav.downloads')}
        </LinkMenuItem>
        <LinkMenuItem to="/notebook" leftSection={<IconNotebook size={18} stroke={1.5} />}>
          {t('notebook.title')}
        </LinkMenuItem>
        <Menu.Divider />
        <Menu.Label>{t('nav.theme')}</Menu.Label>
        <div className={css.themes}>
          {themeChoices.map((choice) => (
            <Menu.RadioItem
              key={choice}
              value={choice}
              className={css.theme}
              classNames={{ itemIndicator: css.indicator }}
              data-theme-swatch={choice}
              checked={theme.choice === choice}
              onChange={() => {
                theme.choose(choice)
                void setPreference('theme', choice)
              }}
            >
              <span className={css.swatch} aria-hidden />
              {t(`theme.${choice}`)}
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={leave}>
          {t('nav.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
