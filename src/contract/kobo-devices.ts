import type { Static } from 'typebox'
import { Book } from './books.ts'
import { Page, PagingWith } from './paging.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const ids = (description: string) => Type.Array(Uuid, { maxItems: 500, description })

export const KoboDeviceScope = Type.Object(
  {
    everything: Type.Boolean({ description: 'Everything you can see.' }),
    libraryIds: ids('All books of these libraries.'),
    collectionIds: ids('All books of the series in these collections.'),
    readListIds: ids('All books of these read lists.'),
    wantToRead: Type.Boolean({ description: 'Your Want to read list.' }),
    reading: Type.Boolean({ description: 'Books you are reading, and the next books in those series.' }),
    formats: Type.Array(Type.Enum(['epub', 'comic', 'pdf']), { maxItems: 3 }),
  },
  { title: 'KoboDeviceScope' },
)

const deviceFields = {
  id: Uuid,
  name: Type.String(),
  scope: KoboDeviceScope,
  model: Nullable(Type.String()),
  firmware: Nullable(Type.String()),
  createdAt: Timestamp,
  lastSeenAt: Nullable(Timestamp),
  lastSyncAt: Nullable(Timestamp),
  bookCount: Type.Integer({ minimum: 0, description: 'Books sent to the device.' }),
  removedCount: Type.Integer({ minimum: 0, description: 'Books removed on the device.' }),
}
export const KoboDevice = Type.Object(deviceFields, { title: 'KoboDevice' })
export type KoboDevice = Static<typeof KoboDevice>

const NewKoboDevice = Type.Object(
  {
    ...deviceFields,
    token: Type.String({ description: 'Shown only once.' }),
    url: Type.String({ description: 'The value for `api_endpoint` in the configuration file of the device.' }),
  },
  { title: 'NewKoboDevice' },
)

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Scope = Type.Object({
  everything: Type.Optional(Type.Boolean()),
  libraryIds: Type.Optional(ids('All books of these libraries.')),
  collectionIds: Type.Optional(ids('All books of the series in these collections.')),
  readListIds: Type.Optional(ids('All books of these read lists.')),
  wantToRead: Type.Optional(Type.Boolean()),
  reading: Type.Optional(Type.Boolean()),
  formats: Type.Optional(Type.Array(Type.Enum(['epub', 'comic', 'pdf']), { maxItems: 3 })),
})
const shared = { tag: 'Kobo devices' }

/** A device can do what its token can do, so adding one requires the permission to create keys. */
export const koboDevices = {
  list: get('/user/kobo-devices', {
    ...shared,
    permission: 'ApiKeysRead',
    summary: 'List your Kobo devices',
    response: Type.Array(KoboDevice),
  }),
  create: post('/user/kobo-devices', {
    ...shared,
    permission: 'ApiKeysWrite',
    summary: 'Add a Kobo device',
    description:
      'The response contains the address to put into the configuration file of the device. It is shown only once.',
    body: Type.Object({ name: Name, scope: Type.Optional(Scope) }),
    response: NewKoboDevice,
    status: 201,
  }),
  read: get('/user/kobo-devices/:id', {
    ...shared,
    permission: 'ApiKeysRead',
    summary: 'Get a Kobo device',
    params: ById,
    response: KoboDevice,
  }),
  change: patch('/user/kobo-devices/:id', {
    ...shared,
    permission: 'ApiKeysWrite',
    summary: 'Update a Kobo device',
    params: ById,
    body: Type.Object({ name: Type.Optional(Name), scope: Type.Optional(Scope) }),
    response: KoboDevice,
  }),
  remove: del('/user/kobo-devices/:id', {
    ...shared,
    permission: 'ApiKeysWrite',
    summary: 'Remove a Kobo device',
    params: ById,
  }),
  books: get('/user/kobo-devices/:id/books', {
    ...shared,
    permission: 'ApiKeysRead',
    summary: 'List the books on a Kobo device',
    params: ById,
    query: PagingWith({
      removed: Type.Optional(Type.Boolean({ description: 'List the books removed on the device instead.' })),
    }),
    response: Page(Book),
  }),
  resend: post('/user/kobo-devices/:id/resend', {
    ...shared,
    permission: 'ApiKeysWrite',
    summary: 'Send books to a Kobo device again',
    description:
      'The device downloads them at the next sync. Also restores books removed on the device. Without `bookIds`, sends all books.',
    params: ById,
    body: Type.Optional(Type.Object({ bookIds: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })) })),
  }),
} as const
