import { findReadingPosition, resolveLocator } from '../../catalog/progress/reading-position.ts'
import { forgetProgress, saveProgress } from '../../catalog/progress/save-progress.ts'
import { decodePercent, findPathOfHref } from '../../formats/epub/href.ts'
import type { KoboBook } from '../../store/kobo/books.ts'
import { type KoboDeviceRow, recordStateKnownToKobo } from '../../store/kobo/devices.ts'
import { computeNewReadingMinutes, storeReadingCounter } from '../../store/kobo/reading-time.ts'
import { readPublicationStructure } from '../../store/page/read-pages.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { findProgress, findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import type { KoboLocation } from './present.ts'

/** The path of a wrapped comic's page. */
export const comicPagePath = (page: number): string => `OEBPS/page_${String(page).padStart(4, '0')}.xhtml`

/** The position in a book, to the sentence; undefined if the device should begin at the start. */
export async function findKoboLocation(
  context: AppContext,
  viewer: Viewer,
  book: KoboBook,
): Promise<KoboLocation | undefined> {
  if (!book.state || book.state.done) return undefined
  if (book.format === 'cbz' || book.format === 'cbr') {
    return { Source: comicPagePath(book.state.page), Type: 'KoboSpan', Value: 'kobo.1.1' }
  }
  const file = book.format === 'epub' ? await findBookFile(context.db, viewer, book.uid) : undefined
  const stored = file && (await findReadingPosition(context.db, viewer, file))
  if (!file || !stored?.locator.href) return undefined
  const href = await findEpubDocumentPath(context, file, stored.locator.href)
  if (!href) return undefined
  if (book.isFixedLayout) return { Source: href, Type: 'KoboSpan', Value: 'kobo.1.1' }
  const { locations } = stored.locator
  const storedSpan = (locations as { koboSpan?: unknown } | undefined)?.koboSpan
  const progression = locations?.progression ?? 0
  // If the file is missing or broken, the percentage still gives the position.
  const span =
    typeof storedSpan === 'string'
      ? storedSpan
      : await context.images.texts.spanAt(file, { href, progression }).catch(() => undefined)
  return span ? { Source: href, Type: 'KoboSpan', Value: span } : undefined
}

interface StateResult {
  EntitlementId: string
  CurrentBookmarkResult: { Result: string }
  StatisticsResult: { Result: string }
  StatusInfoResult: { Result: string }
}

/** Saves the device's states. Faults are ignored: the device would repeat a failed request with every sync. */
export async function saveReadingStates(
  context: AppContext,
  viewer: Viewer,
  device: KoboDeviceRow,
  body: unknown,
): Promise<StateResult[]> {
  const states = (body as { ReadingStates?: unknown } | undefined)?.ReadingStates
  const results: StateResult[] = []
  for (const state of Array.isArray(states) ? states.slice(0, 100) : []) {
    const id = textOf(recordOf(state).EntitlementId) ?? ''
    const hasTime = spentMinutes(recordOf(state)) !== undefined
    const isSaved = await saveState(context, viewer, device, id, recordOf(state)).catch((error: unknown) => {
      if (isProblem(error)) return false
      throw error
    })
    const Result = isSaved ? 'Success' : 'Ignored'
    results.push({
      EntitlementId: id,
      CurrentBookmarkResult: { Result },
      StatisticsResult: { Result: isSaved && hasTime ? 'Success' : 'Ignored' },
      StatusInfoResult: { Result },
    })
  }
  return results
}

async function saveState(
  context: AppContext,
  viewer: Viewer,
  device: KoboDeviceRow,
  id: string,
  state: Record<string, unknown>,
): Promise<boolean> {
  const { db } = context
  const uid = parseUid(id)
  const book = uid && (await findReadableBook(db, viewer, uid))
  const file = book && (await findBookFile(db, viewer, book.uid))
  if (!book || !file) return false
  const status = textOf(recordOf(state.StatusInfo).Status)
  const at = newestOf(state)
  if (status === 'ReadyToRead') return markUnread(context, viewer, device, book, at)

  const position = await reportedPositionOf(context, file, book, recordOf(state.CurrentBookmark), status === 'Finished')
  if (!position) return false
  const counter = spentMinutes(state)
  const minutes =
    counter === undefined ? undefined : await computeNewReadingMinutes(db, viewer, device, book.id, counter)
  const saved = await saveProgress(db, viewer, book, {
    currentPage: position.currentPage,
    progressPercentage: position.progressPercentage,
    ...(status === 'Finished' ? { completed: true } : status === 'Reading' ? { completed: false } : {}),
    at,
    minutes,
    // The device reports many pages at once, when a book is closed.
    isWholeSitting: true,
    position: { locator: position.locator, device: device.name, device_id: `kobo-${bytesToUuid(device.uid)}` },
  })
  if (saved.accepted) {
    // The device's own write isn't sent back to it.
    await db.transaction(async (tx) => {
      await recordStateKnownToKobo(tx, device.id, book.id, saved.progress.read_at)
      if (counter !== undefined) await storeReadingCounter(tx, device.id, book.id, counter)
    })
    emitProgressEvent(context, viewer, book, saved.progress)
  }
  return saved.accepted
}

async function markUnread(
  context: AppContext,
  viewer: Viewer,
  device: KoboDeviceRow,
  book: ReadableBook,
  at: number | undefined,
): Promise<boolean> {
  const before = await findProgress(context.db, viewer, book.id)
  if (!before || (at !== undefined && before.read_at > at)) return false
  await forgetProgress(context.db, viewer, [book])
  await context.db.transaction((tx) => recordStateKnownToKobo(tx, device.id, book.id, 0))
  emitProgressEvent(context, viewer, book, undefined)
  return true
}

interface ReportedPosition {
  currentPage: number
  progressPercentage: number
  locator: string | null
}

async function reportedPositionOf(
  context: AppContext,
  file: ServedBookFile,
  book: ReadableBook,
  bookmark: Record<string, unknown>,
  isFinished: boolean,
): Promise<ReportedPosition | undefined> {
  const total = Math.max(1, book.pageCount)
  // The device reports a finished book at its first document: the status is more reliable than the position.
  if (isFinished) return { currentPage: total, progressPercentage: 1, locator: null }
  const percent = numberOf(bookmark.ProgressPercent)
  const inSource = numberOf(bookmark.ContentSourceProgressPercent)
  const location = recordOf(bookmark.Location)
  const source = textOf(location.Source)
  const byPercent = () => {
    if (percent === undefined) return undefined
    const share = Math.min(1, Math.max(0, percent / 100))
    return { currentPage: Math.min(total, Math.floor(share * total) + 1), progressPercentage: share, locator: null }
  }
  const page = /page_(\d+)\.xhtml(?:#|$)/.exec(source ?? '')?.[1]
  if (file.format !== 'epub') {
    if (!page) return byPercent()
    const currentPage = Math.min(total, Math.max(1, Number(page)))
    return { currentPage, progressPercentage: currentPage / total, locator: null }
  }
  const href = source && (await findEpubDocumentPath(context, file, source))
  if (!href) return byPercent()
  const span = textOf(location.Value)
  const ofSpan = span?.startsWith('kobo.')
    ? await context.images.texts.progressionOfSpan(file, { href, span }).catch(() => undefined)
    : undefined
  const progression = ofSpan ?? (inSource === undefined ? 0 : Math.min(1, Math.max(0, inSource / 100)))
  const locator = {
    href,
    type: 'application/xhtml+xml',
    locations: { progression, ...(ofSpan !== undefined && { koboSpan: span }) },
  }
  const resolved = await resolveLocator(context.db, file, locator)
  return resolved ? { ...resolved, locator: JSON.stringify(locator) } : byPercent()
}

/** The path inside the book of an href written by an app. */
export async function findEpubDocumentPath(
  context: AppContext,
  file: ServedBookFile,
  href: string,
): Promise<string | undefined> {
  const order = (await readPublicationStructure(context.db, file))?.readingOrder ?? []
  const found = findPathOfHref(href, new Set(order.map((item) => item.href)))
  if (found !== undefined) return found
  // Relative to the folder of the package.
  const bare = decodePercent(href.split(/[?#]/, 1)[0]!)
  return order.find((item) => item.href.endsWith(`/${bare}`))?.href
}

/** Each part has its own time; the newest counts. A time in the future counts as now, and the year 1 means none. */
function newestOf(state: Record<string, unknown>): number | undefined {
  const parts = [state, recordOf(state.StatusInfo), recordOf(state.CurrentBookmark)]
  const times = parts.map((part) => Date.parse(textOf(part.LastModified) ?? '')).filter((time) => time > 0)
  return times.length === 0 ? undefined : Math.min(Date.now(), Math.max(...times))
}

/** The device's counter of minutes in this book. */
function spentMinutes(state: Record<string, unknown>): number | undefined {
  const minutes = numberOf(recordOf(state.Statistics).SpentReadingMinutes)
  return minutes !== undefined && minutes >= 0 ? minutes : undefined
}

const isProblem = (error: unknown): boolean => error instanceof Error && error.name === 'Problem'
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
