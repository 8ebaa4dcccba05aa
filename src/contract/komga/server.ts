import { Binary, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { SettingsDto, SettingsUpdate } from './server-settings.ts'
import { UserDto } from './sessions.ts'
import { flag, root, SpringPage, text, UtcSeconds, v1 } from './shared-schemas.ts'

const open = { permission: 'public' } as const
const admin = { permission: 'SystemAdmin' } as const
const anything = Type.Record(text, Type.Unknown())

const Path = Type.Object({ type: text, name: text, path: text })
const JsonFeed = Type.Object({
  version: text,
  title: text,
  home_page_url: Nullable(text),
  description: Nullable(text),
  items: Type.Array(anything),
})

const HistoricalEventDto = Type.Object({
  id: text,
  type: text,
  timestamp: UtcSeconds,
  bookId: Nullable(text),
  seriesId: Nullable(text),
  properties: Type.Record(text, text),
})

/** What web interfaces request besides books. */
export const server = {
  claim: v1.get('/claim', {
    ...open,
    summary: 'Check whether an administrator exists',
    response: Type.Object({ isClaimed: flag }),
  }),
  claimNow: v1.post('/claim', {
    audit: 'account_created',
    ...open,
    summary: 'Create the first administrator from the headers X-Komga-Email, X-Komga-Password and X-Setup-Token',
    response: UserDto,
    status: 200,
  }),
  providers: v1.get('/oauth2/providers', {
    ...open,
    summary: 'List the sign-in providers',
    response: Type.Array(anything),
  }),
  announcements: v1.get('/announcements', { ...admin, summary: 'List announcements', response: JsonFeed }),
  readAnnouncements: v1.put('/announcements', {
    ...admin,
    summary: 'Mark announcements as read',
    body: Type.Array(text),
  }),
  releases: v1.get('/releases', { ...admin, summary: 'List releases', response: Type.Array(anything) }),
  settings: v1.get('/settings', { ...admin, summary: 'Get the server settings', response: SettingsDto }),
  changeSettings: v1.patch('/settings', {
    audit: 'setting_changed',
    ...admin,
    summary: 'Update the server settings',
    body: SettingsUpdate,
  }),
  fonts: v1.get('/fonts/families', {
    permission: 'authenticated',
    summary: 'List the fonts for reading',
    response: Type.Array(text),
  }),
  fontFile: v1.get('/fonts/resource/:family/:file', {
    ...open,
    summary: 'Get a font, or the style sheet that names its files',
    params: Type.Object({ family: text, file: text }),
    response: Binary('font/woff2', 'text/css'),
  }),
  filesystem: v1.post('/filesystem', {
    permission: 'LibrariesWrite',
    summary: 'List folders on the server',
    body: Type.Optional(Type.Object({ path: Type.Optional(Nullable(text)), showFiles: Type.Optional(Nullable(flag)) })),
    response: Type.Object({
      parent: Type.Optional(text),
      directories: Type.Array(Path),
      files: Type.Array(Path),
    }),
    status: 200,
  }),
  clearTasks: v1.del('/tasks', {
    permission: 'TasksWrite',
    summary: 'Delete all waiting tasks',
    response: Binary('text/plain'),
    status: 200,
  }),
  history: v1.get('/history', { ...admin, summary: 'List changes to files', response: SpringPage(HistoricalEventDto) }),
  syncPoints: v1.del('/syncpoints/me', {
    permission: 'ApiKeysWrite',
    summary: 'Send all books to your Kobo devices again',
  }),
  info: root.get('/actuator/info', { permission: 'TasksRead', summary: 'Get the server version', response: anything }),
  health: root.get('/actuator/health', {
    ...open,
    summary: 'Check that the server is up',
    response: Type.Object({ status: text }),
  }),
  shutdown: root.post('/actuator/shutdown', { ...admin, summary: 'Shut down the server; always refused' }),
} as const

export const events = root.get('/sse/v1/events', {
  permission: 'LibrariesRead',
  summary: 'Listen for changes as Komga events',
  response: Binary('text/event-stream'),
})
