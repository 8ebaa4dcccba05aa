import {
  IconAlertTriangle,
  IconArchive,
  IconBooks,
  IconChartBar,
  IconCopy,
  IconDatabaseImport,
  IconDeviceMobile,
  IconDevices,
  IconDeviceTablet,
  IconFileText,
  IconInfoCircle,
  IconKey,
  IconListCheck,
  IconListSearch,
  IconPalette,
  IconPlug,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconStethoscope,
  IconTags,
  IconTypography,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { SignedInUser } from '../../api/types.ts'
import type { PlainKey } from '../../messages/t.ts'

export type SettingsArea = 'settings' | 'admin'
type Permission = SignedInUser['permissions'][number]

/** An entry of the settings: its position in the list, the required permission, and the page. */
export type SettingsPageEntry = {
  area: SettingsArea
  path: string
  label: PlainKey
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  permission?: Permission
  /** Indented below the previous entry. */
  inner?: true
  /** What it contains, by which the palette also finds it. */
  topics?: PlainKey[]
  /** Its page of the documentation. */
  help?: string
  /** Uses the full width: long lines are easier to read unwrapped. */
  wide?: true
  /** `rest` is the address after the page's own path, e.g. the id of a user. */
  page: ComponentType<{ rest: string }>
}

export const settingsPages: SettingsPageEntry[] = [
  {
    area: 'settings',
    path: 'profile',
    help: 'guide/people.html',
    label: 'profile.title',
    topics: ['profile.password', 'profile.email', 'profile.data'],
    icon: IconUser,
    page: lazy(() => import('./profile/profile-page.tsx')),
  },
  {
    area: 'settings',
    path: 'profile/api-keys',
    help: 'api/keys.html',
    label: 'keys.title',
    icon: IconKey,
    permission: 'ApiKeysRead',
    inner: true,
    page: lazy(() => import('./api-keys/api-keys-page.tsx')),
  },
  {
    area: 'settings',
    path: 'profile/sessions',
    help: 'server/security.html#sign-in',
    label: 'sessions.title',
    icon: IconDevices,
    inner: true,
    page: lazy(() => import('./sessions/sessions-page.tsx')),
  },
  {
    area: 'settings',
    path: 'preferences',
    help: 'guide/reading.html',
    label: 'prefs.title',
    topics: ['prefs.language', 'nav.theme', 'view.density', 'prefs.comics', 'prefs.ebooks'],
    icon: IconPalette,
    page: lazy(() => import('./preferences/preferences-page.tsx')),
  },
  {
    area: 'settings',
    path: 'preferences/fonts',
    help: 'guide/reading.html#ebooks',
    label: 'fonts.title',
    icon: IconTypography,
    inner: true,
    page: lazy(() => import('./fonts/fonts-page.tsx')),
  },
  {
    area: 'settings',
    path: 'statistics',
    help: 'guide/reading.html#your-place',
    label: 'stats.title',
    icon: IconChartBar,
    page: lazy(() => import('./statistics/statistics-page.tsx')),
  },
  {
    area: 'settings',
    path: 'apps',
    help: 'index.html#connect-an-app',
    label: 'apps.title',
    icon: IconDeviceTablet,
    page: lazy(() => import('./apps/apps-page.tsx')),
  },
  {
    area: 'settings',
    path: 'kobo',
    help: 'apps/kobo.html',
    label: 'kobo.title',
    icon: IconDeviceMobile,
    permission: 'ApiKeysRead',
    page: lazy(() => import('./kobo/kobo-devices-page.tsx')),
  },
  {
    area: 'settings',
    path: 'connections',
    help: 'plugins.html#connections-sync-and-recommendations',
    label: 'connections.title',
    icon: IconPlugConnected,
    page: lazy(() => import('./connections/connections-page.tsx')),
  },
  {
    area: 'admin',
    path: 'libraries',
    help: 'guide/files.html',
    label: 'libs.title',
    icon: IconBooks,
    permission: 'LibrariesWrite',
    page: lazy(() => import('../admin/libraries/admin-libraries-page.tsx')),
  },
  {
    area: 'admin',
    path: 'users',
    help: 'guide/people.html',
    label: 'users.title',
    icon: IconUsers,
    permission: 'UsersRead',
    page: lazy(() => import('../admin/users/users-page.tsx')),
  },
  {
    area: 'admin',
    path: 'sharing-tags',
    help: 'guide/people.html#what-they-see',
    label: 'tags.title',
    icon: IconTags,
    permission: 'SystemAdmin',
    page: lazy(() => import('../admin/sharing-tags/sharing-tags-page.tsx')),
  },
  {
    area: 'admin',
    path: 'plugins',
    help: 'plugins.html',
    label: 'plugins.title',
    icon: IconPlug,
    permission: 'PluginsManage',
    page: lazy(() => import('../admin/plugins/plugins-page.tsx')),
  },
  {
    area: 'admin',
    path: 'reviews',
    help: 'plugins.html#automatic-matching',
    label: 'reviews.title',
    icon: IconListSearch,
    permission: 'SeriesWrite',
    page: lazy(() => import('../admin/match-reviews/match-reviews-page.tsx')),
  },
  {
    area: 'admin',
    path: 'imports',
    help: 'server/moving.html',
    label: 'imports.title',
    icon: IconDatabaseImport,
    permission: 'SystemAdmin',
    wide: true,
    page: lazy(() => import('../admin/imports/imports-page.tsx')),
  },
  {
    area: 'admin',
    path: 'tasks',
    help: 'server/troubleshooting.html',
    label: 'tasksPage.title',
    icon: IconListCheck,
    permission: 'TasksRead',
    page: lazy(() => import('../admin/tasks/tasks-page.tsx')),
  },
  {
    area: 'admin',
    path: 'errors',
    help: 'server/troubleshooting.html#a-book-cannot-be-opened',
    label: 'analysisErrors.title',
    icon: IconAlertTriangle,
    permission: 'BooksWrite',
    page: lazy(() => import('../admin/book-errors/book-errors-page.tsx')),
  },
  {
    area: 'admin',
    path: 'duplicates',
    help: 'server/troubleshooting.html#a-book-is-there-twice',
    label: 'duplicates.title',
    icon: IconCopy,
    permission: 'BooksWrite',
    page: lazy(() => import('../admin/duplicates/duplicates-page.tsx')),
  },
  {
    area: 'admin',
    path: 'backups',
    help: 'server/backup.html',
    label: 'backups.title',
    icon: IconArchive,
    permission: 'SystemAdmin',
    page: lazy(() => import('../admin/backups/backups-page.tsx')),
  },
  {
    area: 'admin',
    path: 'health',
    help: 'server/troubleshooting.html',
    label: 'health.title',
    icon: IconStethoscope,
    permission: 'SystemAdmin',
    page: lazy(() => import('../admin/health/health-page.tsx')),
  },
  {
    area: 'admin',
    path: 'settings',
    help: 'server/settings.html',
    label: 'runtime.title',
    topics: ['settingGroup.auth', 'settingGroup.compat_api', 'settingGroup.scanner', 'settingGroup.images'],
    icon: IconSettings,
    permission: 'SystemAdmin',
    page: lazy(() => import('../admin/server-settings/server-settings-page.tsx')),
  },
  {
    area: 'admin',
    path: 'audit',
    help: 'server/security.html#audit-log',
    label: 'audit.title',
    icon: IconShieldCheck,
    permission: 'SystemAdmin',
    wide: true,
    page: lazy(() => import('../admin/audit/audit-page.tsx')),
  },
  {
    area: 'admin',
    path: 'log',
    help: 'server/troubleshooting.html',
    label: 'log.title',
    icon: IconFileText,
    permission: 'SystemAdmin',
    wide: true,
    page: lazy(() => import('../admin/log/log-page.tsx')),
  },
  {
    area: 'admin',
    path: 'server',
    help: 'performance.html',
    label: 'server.title',
    icon: IconInfoCircle,
    permission: 'SystemAdmin',
    page: lazy(() => import('../admin/server/server-page.tsx')),
  },
]
