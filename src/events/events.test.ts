import { expect, test, vi } from 'vitest'
import { coalesceCatalogueEvents } from './coalesce-catalogue-events.ts'
import { openEventBridge } from './event-bridge.ts'
import { type EmittedEvent, openEvents } from './events.ts'
import { openInMemoryBuses } from './message-bus.fixture.ts'

const libraryId = '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'
const created = { type: 'library_created', libraryId } as const
const book = { type: 'book_created', bookId: libraryId, seriesId: libraryId, libraryId } as const

test('a listener receives events with their time until it stops listening', () => {
  const events = openEvents({ now: () => Date.UTC(2026, 0, 2) })
  const heard: EmittedEvent[] = []
  const stop = events.on((emitted) => heard.push(emitted))
  events.emit(created, { libraryId: 7 })
  stop()
  events.emit(created)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({
    event: { type: 'library_created', timestamp: '2026-01-02T00:00:00.000Z', libraryId },
    audience: { libraryId: 7 },
  })
})

test('missed events are replayed from the last id', () => {
  const events = openEvents()
  const start = events.lastId
  events.emit(created)
  const afterFirst = events.lastId
  events.emit({ ...created, type: 'library_deleted' })
  expect(events.since(start)?.map((h) => h.event.type)).toEqual(['library_created', 'library_deleted'])
  expect(events.since(afterFirst)?.map((h) => h.event.type)).toEqual(['library_deleted'])
  expect(events.since(events.lastId)).toEqual([])
})

test('an id that is too old, of another server, in the future or invalid is reported as a gap', () => {
  const events = openEvents({ maxStored: 3 })
  const start = events.lastId
  for (let i = 0; i < 3; i += 1) events.emit(created)
  expect(events.since(start)).toHaveLength(3)
  events.emit(created)
  expect(events.since(start)).toBeUndefined()
  expect(events.since(openEvents().lastId)).toBeUndefined()
  expect(events.since(start.replace('-0', '-99'))).toBeUndefined()
  for (const id of ['', '-', 'abc', `${start}-1`, start.replace('-0', '-x')]) expect(events.since(id)).toBeUndefined()
})

test('if one listener fails, the others still receive the event', () => {
  const failures: unknown[] = []
  const events = openEvents({ onListenerError: (error) => failures.push(error) })
  const heard: string[] = []
  events.on(() => {
    throw new Error('deaf')
  })
  events.on(({ event }) => heard.push(event.type))
  events.emit(created)
  expect(heard).toEqual(['library_created'])
  expect(failures).toHaveLength(1)
})

test("two servers over one bridge receive each other's events once", () => {
  const { open } = openInMemoryBuses()
  const one = openEvents({ bridge: openEventBridge(open()) })
  const two = openEvents({ bridge: openEventBridge(open()) })
  const heard: string[] = []
  one.on(({ event }) => heard.push(`one ${event.type}`))
  two.on(({ event, audience }) => heard.push(`two ${event.type} ${audience.class}`))
  one.emit(created, { class: 3 })
  expect(heard).toEqual(['one library_created', 'two library_created 3'])
})

test('a client that reconnects to another server receives what it missed', () => {
  let time = 0
  const { open } = openInMemoryBuses()
  const one = openEvents({ bridge: openEventBridge(open()), now: () => time })
  const two = openEvents({ bridge: openEventBridge(open()), now: () => time })
  one.emit({ type: 'library_deleted', libraryId })
  time += 60_000
  two.emit(created)
  const seen = one.lastId
  time += 60_000
  one.emit(book)
  expect(one.since(seen)?.map((h) => h.event.type)).toEqual(['book_created'])
  expect(two.since(seen)?.map((h) => h.event.type)).toEqual(['book_created'])
  // Events of the same moment may have been received in another order: better twice than never.
  time += 60_000
  two.emit({ type: 'library_deleted', libraryId })
  one.emit(created)
  expect(one.since(two.lastId)?.map((h) => h.event.type)).toEqual(['library_deleted'])
})

test('events lost between servers are reported as a gap, and older ids become invalid', () => {
  const { open, lose } = openInMemoryBuses()
  const events = openEvents({ bridge: openEventBridge(open()) })
  const other = openEvents({ bridge: openEventBridge(open()) })
  events.emit(created)
  const { lastId } = events
  let gaps = 0
  events.on(
    () => {},
    () => {
      gaps += 1
    },
  )
  lose()
  expect(gaps).toBe(1)
  expect(events.since(lastId)).toBeUndefined()
  other.emit({ type: 'settings_updated', key: 'x'.repeat(9000) })
  expect(gaps).toBe(2)
  expect(events.since(events.lastId)).toEqual([])
})

test('events of many books become a few events and one count per audience', () => {
  vi.useFakeTimers()
  const events = openEvents()
  const heard: EmittedEvent[] = []
  events.on((emitted) => heard.push(emitted))
  const quick = coalesceCatalogueEvents(events, { perSecond: 5 })
  for (let i = 0; i < 100; i += 1) quick.emit(book, { class: 1 })
  for (let i = 0; i < 8; i += 1) quick.emit(book, { class: 2 })
  quick.emit({ ...book, type: 'book_deleted' }, { class: 1 })
  expect(heard).toHaveLength(10)
  vi.advanceTimersByTime(1000)
  const counted = heard.slice(10)
  expect(counted.map(({ event, audience }) => [event.type, audience.class])).toEqual([
    ['library_updated', 1],
    ['library_updated', 2],
  ])
  expect(counted[0]!.event).toMatchObject({
    libraryId,
    counts: { booksCreated: 95, booksDeleted: 1, seriesCreated: 0 },
  })
  expect(counted[1]!.event).toMatchObject({ counts: { booksCreated: 3 } })
  quick.emit(book, { class: 1 })
  expect(heard.at(-1)!.event.type).toBe('book_created')
  vi.useRealTimers()
})

test('flushing emits the counts immediately, and other events pass unchanged', () => {
  const events = openEvents()
  const heard: string[] = []
  events.on(({ event }) => heard.push(event.type))
  const quick = coalesceCatalogueEvents(events, { perSecond: 1 })
  quick.emit(book)
  quick.emit(book)
  quick.emit({ type: 'settings_updated', key: 'scanner.watch' }, { permission: 'SystemAdmin' })
  quick.flush()
  expect(heard).toEqual(['book_created', 'settings_updated', 'library_updated'])
  quick.close()
  expect(heard).toHaveLength(3)
})
