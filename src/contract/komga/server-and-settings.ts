import type { Static } from 'typebox'
import { Binary, Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { UserDto } from './sessions.ts'
import { flag, integer, natural, root, SpringPage, text, UtcSeconds, v1 } from './shared-schemas.ts'

const open = { permission: 'public' } as const
const admin = { permission: 'SystemAdmin' } as const
const anything = Type.Record(text, Type.Unknown())

const Setting = Type.Object({ value: text, allowUnauthorized: Type.Optional(flag) })
export const ClientSettings = Type.Record(text, Setting)
export type ClientSettings = Static<typeof ClientSettings>
const keyPattern = '^[a-z](?:[a-z0-9_.-]*[a-z0-9])?$'
const Key = Type.String({ pattern: keyPattern, maxLength: 190 })
const Value = Type.String({ maxLength: 60_000 })
const settingsOf = <S extends Parameters<typeof Type.Record>[1]>(schema: S) =>
  Type.Record(Key, schema, { additionalProperties: false, maxProperties: 500 })

/** What apps keep on the server, for everyone or for one person. */
export const clientSettings = {
  global: v1.get('/client-settings/global/list', {
    ...open,
    summary: 'List the client settings for everyone',
    response: ClientSettings,
  }),
  own: v1.get('/client-settings/user/list', {
    permission: 'authenticated',
    summary: 'List your client settings',
    response: ClientSettings,
  }),
  setGlobal: v1.patch('/client-settings/global', {
    ...admin,
    summary: 'Set client settings for everyone',
    body: settingsOf(Type.Object({ value: Value, allowUnauthorized: Type.Optional(flag) })),
  }),
  setOwn: v1.patch('/client-settings/user', {
    permission: 'authenticated',
    summary: 'Set your client settings',
    body: settingsOf(Type.Object({ value: Value })),
  }),
  removeGlobal: v1.del('/client-settings/global', {
    ...admin,
    summary: 'Delete client settings for everyone',
    body: Type.Array(Key),
  }),
  removeOwn: v1.del('/client-settings/user', {
    permission: 'authenticated',
    summary: 'Delete your client settings',
    body: Type.Array(Key),
  }),
} as const

const sourced = <S extends Parameters<typeof Nullable>[0]>(schema: S) =>
  Type.Object({
    configurationSource: Nullable(schema),
    databaseSource: Nullable(schema),
    effectiveValue: Nullable(schema),
  })
export const SettingsDto = Type.Object({
  deleteEmptyCollections: flag,
  deleteEmptyReadLists: flag,
  rememberMeDurationDays: natural,
  thumbnailSize: Type.Enum(['DEFAULT', 'MEDIUM', 'LARGE', 'XLARGE']),
  taskPoolSize: natural,
  serverPort: sourced(integer),
  serverContextPath: sourced(text),
  koboProxy: flag,
  koboPort: Nullable(integer),
  kepubifyPath: sourced(text),
})
export type SettingsDto = Static<typeof SettingsDto>

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Type.Optional(Nullable(schema))
const port = Type.Integer({ minimum: 1, maximum: 65_535 })

/** Absent keeps. What only the configuration decides (port, path, number of workers) is taken and stays as it is. */
const SettingsUpdate = Type.Object({
  deleteEmptyCollections: maybe(flag),
  deleteEmptyReadLists: maybe(flag),
  rememberMeDurationDays: maybe(Type.Integer({ minimum: 1, maximum: 3650 })),
  renewRememberMeKey: maybe(flag),
  thumbnailSize: maybe(SettingsDto.properties.thumbnailSize),
  taskPoolSize: maybe(Type.Integer({ minimum: 1 })),
  serverPort: maybe(port),
  serverContextPath: maybe(text),
  koboProxy: maybe(flag),
  koboPort: maybe(port),
  kepubifyPath: maybe(Type.String({ maxLength: 4096 })),
})
export type SettingsUpdate = Static<typeof SettingsUpdate>

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

/** What the web interfaces ask of a server around the books. */
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
    summary: 'Get a font file; always 404 here',
    params: Type.Object({ family: text, file: text }),
    response: Binary('font/woff2'),
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
  syncPoints: v1.del('/syncpoints/me', { permission: 'authenticated', summary: 'Reset Kobo sync; has no effect here' }),
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

const ById = Type.Object({ id: text })
const page = <const Path extends string>(path: Path) =>
  root.get(path, { ...open, summary: 'Redirect to the same page of the web interface', params: ById, status: 302 })

export const deepLinks = {
  home: root.get('/', { ...open, summary: 'Redirect to the web interface', status: 302 }),
  library: page('/libraries/:id'),
  series: page('/series/:id'),
  oneshot: page('/oneshot/:id'),
  book: page('/book/:id'),
  read: page('/book/:id/read'),
  readEpub: page('/book/:id/read-epub'),
  collection: page('/collections/:id'),
  readList: page('/readlists/:id'),
} as const
