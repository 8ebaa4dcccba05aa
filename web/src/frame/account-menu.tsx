import { Menu } from '@mantine/core'
import { IconCloudDownload, IconHelp, IconLogout, IconNotebook, IconSettings } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { setPreference } from '../api/preferences.ts'
import { signOut, useMe } from '../api/session.ts'
import { assetUrl } from '../api/urls.ts'
import { t } from '../messages/t.ts'
import { LinkMenuItem } from '../parts/link-menu-item.tsx'
import { themeChoices, useTheme } from '../theme/theme-choice.ts'
import { AccountButton } from './account-button.tsx'
import { helpChapterFor } from './help-chapters.ts'
import css from './top-bar.module.css'

/** Settings, downloads, help, theme and sign-out. */
export default function AccountMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const change = (next: boolean) => {
    setOpen(next)
    if (!next && document.activeElement?.closest('[role="menu"]')) button.current?.focus({ preventScroll: true })
  }
  const me = useMe()
  const theme = useTheme()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = async () => {
    await signOut()
    await navigate({ to: '/sign-in', ignoreBlocker: true })
  }
  return (
    <Menu opened={open} onChange={change} position="bottom-end" width={264}>
      <Menu.Target>
        <AccountButton ref={button} username={me.username} />
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
        <Menu.Item
          component="a"
          href={assetUrl(`help/${helpChapterFor(pathname)}`)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconHelp size={18} stroke={1.5} />}
        >
          {t('nav.help')}
        </Menu.Item>
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
