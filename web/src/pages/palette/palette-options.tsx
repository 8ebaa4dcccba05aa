import {
  IconBell,
  IconBook2,
  IconBookmarks,
  IconBooks,
  IconCloudDownload,
  IconHelp,
  IconHome,
  IconKey,
  IconListNumbers,
  IconLogout,
  IconNotebook,
  IconPalette,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconStack2,
  IconUserPlus,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { scanLibrary } from '../../api/item-actions.ts'
import { setPreference } from '../../api/preferences.ts'
import { signOut } from '../../api/session.ts'
import type { Library, SignedInUser } from '../../api/types.ts'
import { assetUrl } from '../../api/urls.ts'
import { joinList } from '../../messages/format-values.ts'
import { t } from '../../messages/t.ts'
import { themeChoices, type useTheme } from '../../theme/theme-choice.ts'
import { settingsPages } from '../settings/settings-pages.ts'

/** An option of the palette: a link or an action. */
export type PaletteOption = {
  id: string
  group: string
  title: string
  detail?: string
  mark: ReactNode
  link?: LinkProps
  act?: () => void
}

type Deps = { me: SignedInUser; libraries: Library[]; theme: ReturnType<typeof useTheme>; leave: () => void }

const icon = { size: 20, stroke: 1.5 } as const

/** All options that need no search and that the user has permission for. */
export function paletteOptionsFor(deps: Deps): PaletteOption[] {
  return [...pages(deps), ...settings(deps), ...actions(deps)]
}

function pages({ libraries }: Deps): PaletteOption[] {
  const group = t('palette.pages')
  const page = (id: string, title: string, mark: ReactNode, link: LinkProps): PaletteOption => ({
    id: `page-${id}`,
    group,
    title,
    mark,
    link,
  })
  return [
    page('home', t('nav.home'), <IconHome {...icon} />, { to: '/' }),
    page('libraries', t('nav.libraries'), <IconBooks {...icon} />, { to: '/libraries' }),
    page('all', t('nav.allLibraries'), <IconBooks {...icon} />, {
      to: '/libraries/$libraryId',
      params: { libraryId: 'all' },
    }),
    ...libraries.map(({ id, name }) =>
      page(id, name, <IconBook2 {...icon} />, { to: '/libraries/$libraryId', params: { libraryId: id } }),
    ),
    page('collections', t('nav.collections'), <IconStack2 {...icon} />, { to: '/collections' }),
    page('read-lists', t('nav.readLists'), <IconListNumbers {...icon} />, { to: '/read-lists' }),
    page('want-to-read', t('nav.wantToRead'), <IconBookmarks {...icon} />, { to: '/want-to-read' }),
    page('downloads', t('nav.downloads'), <IconCloudDownload {...icon} />, { to: '/downloads' }),
    page('notebook', t('notebook.title'), <IconNotebook {...icon} />, { to: '/notebook' }),
    page('releases', t('releases.title'), <IconBell {...icon} />, { to: '/releases' }),
    page('settings', t('nav.settings'), <IconSettings {...icon} />, { to: '/settings/$', params: { _splat: '' } }),
  ]
}

function settings({ me }: Deps): PaletteOption[] {
  const may = settingsPages.filter(({ permission }) => !permission || me.effectivePermissions.includes(permission))
  return may.map(({ area, path, label, topics, icon: Icon }) => ({
    id: `settings-${area}-${path.replace(/\W/g, '-')}`,
    group: t('nav.settings'),
    title: t(label),
    detail: topics && joinList(topics.map((topic) => t(topic))),
    mark: <Icon {...icon} aria-hidden />,
    link: { to: area === 'admin' ? '/admin/$' : '/settings/$', params: { _splat: path } },
  }))
}

function actions({ me, libraries, theme, leave }: Deps): PaletteOption[] {
  const group = t('palette.actions')
  const may = (permission: SignedInUser['permissions'][number]) => me.effectivePermissions.includes(permission)
  const options: PaletteOption[] = []
  if (may('LibrariesWrite')) {
    for (const { id, name } of libraries)
      options.push({
        id: `scan-${id}`,
        group,
        title: t('palette.scan', { name }),
        mark: <IconRefresh {...icon} />,
        act: () => void scanLibrary(id),
      })
    options.push({
      id: 'add-library',
      group,
      title: t('palette.addLibrary'),
      mark: <IconPlus {...icon} />,
      link: { to: '/add-library' },
    })
  }
  if (may('UsersWrite'))
    options.push({
      id: 'add-user',
      group,
      title: t('palette.addUser'),
      mark: <IconUserPlus {...icon} />,
      link: { to: '/admin/$', params: { _splat: 'users/new' } },
    })
  if (may('ApiKeysWrite'))
    options.push({
      id: 'new-key',
      group,
      title: t('palette.newKey'),
      mark: <IconKey {...icon} />,
      link: { to: '/settings/$', params: { _splat: 'profile/api-keys' } },
    })
  for (const choice of themeChoices.filter((each) => each !== theme.choice))
    options.push({
      id: `theme-${choice}`,
      group,
      title: t('palette.theme', { name: t(`theme.${choice}`) }),
      detail: t(`palette.theme.${choice}`),
      mark: <IconPalette {...icon} />,
      act: () => {
        theme.choose(choice)
        void setPreference('theme', choice)
      },
    })
  options.push({
    id: 'help',
    group,
    title: t('nav.help'),
    mark: <IconHelp {...icon} />,
    act: () => void window.open(assetUrl('help/index.html'), '_blank', 'noreferrer'),
  })
  options.push({
    id: 'sign-out',
    group,
    title: t('nav.signOut'),
    mark: <IconLogout {...icon} />,
    act: () => void signOut().then(leave),
  })
  return options
}

/**
 * Options that contain all words, in any order; those that start with the first word come first. Each group stays
 * together, at the position of its best option, so that it is shown once.
 */
export function matchingPaletteOptions(options: PaletteOption[], text: string): PaletteOption[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = options.filter(({ title, detail = '', group }) => {
    const own = folded(`${title} ${detail}`)
    const searched = `${own} ${folded(group)}`
    return words.every((word) => searched.includes(word)) && words.some((word) => own.includes(word))
  })
  const begins = ({ title }: PaletteOption) => folded(title).startsWith(words[0]!)
  const best = [...found.filter(begins), ...found.filter((each) => !begins(each))].slice(0, mostFor(text))
  return [...Map.groupBy(best, ({ group }) => group).values()].flat()
}

/**
 * One or two letters match much, and what the server finds follows; “scan” is meant, and there is one for each library.
 * Scripts with a sign for each syllable or word say as much with fewer.
 */
function mostFor(text: string): number {
  const enough = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? 2 : 3
  return [...text.trim()].length < enough ? 6 : 50
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
