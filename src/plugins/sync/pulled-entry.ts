import { createHash } from 'node:crypto'
import {
  arrayOrEmpty,
  booleanOrDefault,
  integerOrUndefined,
  numberOrUndefined,
  objectOrUndefined,
  textOrUndefined,
} from '../protocol/untrusted-values.ts'

export const syncStatuses = ['reading', 'completed', 'on_hold', 'dropped', 'plan_to_read'] as const
export type SyncStatus = (typeof syncStatuses)[number]

export interface PulledBook {
  volume?: number
  chapter?: number
  completed: boolean
  currentPage?: number
  progressPercentage?: number
}

/** The service's entry for one series. */
export interface PulledEntry {
  externalId: string
  status: SyncStatus
  volumes: number | undefined
  chapters: number | undefined
  score: number | undefined
  title: string | undefined
  /** When it was last changed there, if known. */
  at: number | undefined
  readBooks: PulledBook[]
}

/** The service's state of a series, compared to detect changes. */
export interface RemoteState {
  status: SyncStatus
  volumes?: number
  chapters?: number
  score?: number
  /** Hash of the individual books, if the entry lists them. */
  books?: string
  at?: number
}

export function readPulledPage(value: unknown): { entries: PulledEntry[]; nextCursor: string | undefined } {
  const given = objectOrUndefined(value)
  const nextCursor = textOrUndefined(given?.nextCursor, 2000)
  const isLast = given?.hasMore === false
  return {
    entries: arrayOrEmpty(given?.entries, MAX_ENTRIES).flatMap(readEntry),
    nextCursor: isLast ? undefined : nextCursor,
  }
}

function readEntry(value: unknown): PulledEntry[] {
  const given = objectOrUndefined(value)
  const externalId = textOrUndefined(given?.externalId, 500)
  const word = textOrUndefined(given?.status, 30)
  const status = syncStatuses.find((one) => one === word)
  if (!given || !externalId || !status) return []
  const progress = objectOrUndefined(given.progress) ?? {}
  const at = Date.parse(textOrUndefined(given.latestUpdatedAt, 50) ?? '')
  return [
    {
      externalId,
      status,
      volumes: numberOrUndefined(progress.volumes, 0, 100_000),
      chapters: numberOrUndefined(progress.chapters, 0, 1_000_000),
      score: numberOrUndefined(given.score, 0, 100) || undefined,
      title: textOrUndefined(given.title, 1000),
      at: Number.isNaN(at) ? undefined : Math.min(at, Date.now()),
      readBooks: arrayOrEmpty(progress.readBooks, 10_000).flatMap(readBook),
    },
  ]
}

function readBook(value: unknown): PulledBook[] {
  const given = objectOrUndefined(value)
  const [volume, chapter] = [
    numberOrUndefined(given?.volume, 0, 100_000),
    numberOrUndefined(given?.chapter, 0, 1_000_000),
  ]
  if (!given || (volume === undefined && chapter === undefined)) return []
  const currentPage = integerOrUndefined(given.currentPage, 1, 1_000_000)
  return [
    {
      ...(volume !== undefined && { volume }),
      ...(chapter !== undefined && { chapter }),
      completed: booleanOrDefault(given.completed),
      ...(currentPage !== undefined && { currentPage }),
    },
  ]
}

export interface PushResult {
  succeeded: Set<string>
  failures: { externalId: string; error: string }[]
}

export function readPushResult(value: unknown): PushResult {
  const given = objectOrUndefined(value)
  const idOf = (one: unknown) => textOrUndefined(objectOrUndefined(one)?.externalId, 500) ?? ''
  return {
    succeeded: new Set(arrayOrEmpty(given?.success, MAX_ENTRIES).map(idOf)),
    failures: arrayOrEmpty(given?.failed, MAX_ENTRIES).map((one) => ({
      externalId: idOf(one),
      error: textOrUndefined(objectOrUndefined(one)?.error, 500) ?? 'The plugin gave no reason.',
    })),
  }
}

export const remoteStateOf = (entry: PulledEntry): RemoteState => ({
  status: entry.status,
  volumes: entry.volumes,
  chapters: entry.chapters,
  score: entry.score,
  ...(entry.readBooks.length > 0 && {
    books: createHash('sha1').update(JSON.stringify(entry.readBooks)).digest('base64url'),
  }),
  at: entry.at,
})

export const isSameRemoteState = (a: RemoteState, b: RemoteState): boolean =>
  a.status === b.status &&
  a.volumes === b.volumes &&
  a.chapters === b.chapters &&
  a.score === b.score &&
  a.books === b.books

export function parseRemoteState(text: string): RemoteState {
  return JSON.parse(text) as RemoteState
}

const MAX_ENTRIES = 5000
