import type { Static, TSchema } from 'typebox'
import { Binary, get, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const library = { libraryId: Uuid }
const series = { seriesId: Uuid, ...library }
const book = { bookId: Uuid, ...series }
const collection = { collectionId: Uuid }
const readList = { readListId: Uuid }
const plugin = { pluginId: Uuid }
const fields = { fields: Type.Optional(Type.Array(Type.String(), { description: 'What changed, if known.' })) }
const natural = () => Type.Integer({ minimum: 0 })

/** Changes that came too fast to be sent one by one, e.g. during a scan. */
const counts = {
  counts: Type.Optional(
    Type.Object(
      {
        booksCreated: natural(),
        booksUpdated: natural(),
        booksDeleted: natural(),
        seriesCreated: natural(),
        seriesUpdated: natural(),
        seriesDeleted: natural(),
      },
      { title: 'ChangeCounts' },
    ),
  ),
}

const scan = {
  ...library,
  taskId: Uuid,
}
const scanCounters = {
  filesTotal: natural(),
  filesProcessed: natural(),
  booksAdded: natural(),
  booksUpdated: natural(),
  booksMoved: natural(),
  booksDeleted: natural(),
  errors: natural(),
}

const optionalId = () => Type.Union([Uuid, Type.Null()])
const task = {
  taskId: Uuid,
  taskType: Type.String(),
  libraryId: optionalId(),
  seriesId: optionalId(),
  bookId: optionalId(),
}
const progress = {
  progress: Type.Object({
    current: natural(),
    total: natural(),
    message: Type.Union([Type.String(), Type.Null()]),
  }),
}

/** The closed list of events. `type` is also the name on the `event:` line of the stream. */
export const eventSchemas = {
  library_created: event('library_created', library),
  library_updated: event('library_updated', { ...library, ...fields, ...counts }),
  library_deleted: event('library_deleted', library),
  series_created: event('series_created', series),
  series_updated: event('series_updated', { ...series, ...fields }),
  series_deleted: event('series_deleted', series),
  series_metadata_updated: event('series_metadata_updated', {
    ...series,
    pluginId: optionalId(),
    fieldsUpdated: Type.Array(Type.String()),
  }),
  book_created: event('book_created', book),
  book_updated: event('book_updated', { ...book, ...fields }),
  book_deleted: event('book_deleted', book),
  collection_created: event('collection_created', collection),
  collection_updated: event('collection_updated', collection),
  collection_deleted: event('collection_deleted', collection),
  read_list_created: event('read_list_created', readList),
  read_list_updated: event('read_list_updated', readList),
  read_list_deleted: event('read_list_deleted', readList),
  cover_updated: event('cover_updated', {
    entityType: Type.Enum(['book', 'series', 'library', 'collection', 'read_list']),
    entityId: Uuid,
    libraryId: optionalId(),
    removed: Type.Optional(Type.Boolean({ description: 'Whether an image was removed.' })),
  }),
  progress_updated: event('progress_updated', {
    ...book,
    userId: Uuid,
    currentPage: Type.Union([natural(), Type.Null()]),
    progressPercentage: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
    completed: Type.Boolean(),
  }),
  annotation_updated: event('annotation_updated', {
    ...book,
    userId: Uuid,
    annotationId: Uuid,
    deleted: Type.Boolean(),
  }),
  bookmark_updated: event('bookmark_updated', { ...book, userId: Uuid, bookmarkId: Uuid, deleted: Type.Boolean() }),
  hidden_series_updated: event('hidden_series_updated', { userId: Uuid }),
  scan_started: event('scan_started', scan),
  scan_progress: event('scan_progress', { ...scan, ...scanCounters }),
  scan_completed: event('scan_completed', { ...scan, ...scanCounters }),
  scan_failed: event('scan_failed', { ...scan, error: Type.String() }),
  task_created: event('task_created', task),
  task_progress: event('task_progress', { ...task, ...progress }),
  task_completed: event('task_completed', task),
  task_failed: event('task_failed', { ...task, error: Type.String() }),
  task_cancelled: event('task_cancelled', task),
  plugin_created: event('plugin_created', plugin),
  plugin_updated: event('plugin_updated', plugin),
  plugin_enabled: event('plugin_enabled', plugin),
  plugin_disabled: event('plugin_disabled', plugin),
  plugin_deleted: event('plugin_deleted', plugin),
  plugin_health_changed: event('plugin_health_changed', plugin),
  release_announced: event('release_announced', { ...series, releaseId: Uuid, title: Type.String() }),
  release_sources_registered: event('release_sources_registered', plugin),
  release_source_polled: event('release_source_polled', { ...plugin, sourceId: Uuid, hadError: Type.Boolean() }),
  user_plugin_updated: event('user_plugin_updated', plugin),
  recommendations_updated: event('recommendations_updated', plugin),
  settings_updated: event('settings_updated', { key: Type.String() }),
} as const

export type EventType = keyof typeof eventSchemas
export const eventTypes = Object.keys(eventSchemas) as EventType[]

/** An event as it is sent to clients. Ids are the public ones. */
export type LecternEvent = { [T in EventType]: Static<(typeof eventSchemas)[T]> }[EventType]
export type EventOf<T extends EventType> = Extract<LecternEvent, { type: T }>

/** Every event, for the reference. */
const EventSchema = Type.Union(Object.values(eventSchemas) as TSchema[], { title: 'Event' })

export const events = {
  stream: get('/events', {
    permission: 'LibrariesRead',
    also: [409],
    summary: 'Listen for changes (server-sent events)',
    description:
      'Each message has `id`, `event` (the type) and `data` (JSON, see the schema Event). A comment is sent every 15 seconds. ' +
      'After a break, `Last-Event-ID` replays missed messages. If that is no longer possible, a message `resync` tells ' +
      'you to load your lists again. You only get events about things you can see. Not rate limited.',
    tag: 'Events',
    query: Type.Object({
      types: Type.Optional(
        Type.String({ description: 'Only these event types, separated by commas.', maxLength: 1000 }),
      ),
    }),
    response: Binary('text/event-stream'),
    messages: EventSchema,
  }),
}

function event<const T extends string, Fields extends Record<string, TSchema>>(type: T, more: Fields) {
  return Type.Object({ type: Type.Literal(type), timestamp: Timestamp, ...more }, { title: `Event: ${type}` })
}
