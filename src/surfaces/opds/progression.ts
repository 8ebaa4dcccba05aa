import { locatorToText } from '../../catalog/progress/locator.ts'
import { findReadingPosition, resolveLocator } from '../../catalog/progress/reading-position.ts'
import { saveProgress } from '../../catalog/progress/save-progress.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { formatTimestamp } from '../present/format-time.ts'

export const opdsProgressionMediaType = 'application/opds-progression+json'

/**
 * Two drafts are in use: Readium's with a locator, and OPDS's own with a fraction of the whole. One document serves
 * both.
 */
export async function readProgressionDocument(context: AppContext, viewer: Viewer, file: ServedBookFile) {
  const position = await findReadingPosition(context.db, viewer, file)
  if (!position) return undefined
  return {
    title: file.title,
    modified: formatTimestamp(position.modified),
    device: { id: asUri(position.device.id), name: position.device.name },
    progression: position.percentage,
    references: position.locator.href ? [String(position.locator.href)] : [],
    locator: position.locator,
  }
}

export async function saveProgressionDocument(
  context: AppContext,
  viewer: Viewer,
  file: ServedBookFile,
  body: unknown,
): Promise<void> {
  const document = parse(body)
  const { db } = context
  const resolved = document.locator
    ? await resolveLocator(db, file, document.locator)
    : { currentPage: pageAt(document.progression!, file.pageCount), progressPercentage: document.progression! }
  const book = await findReadableBook(db, viewer, file.uid)
  if (!resolved || !book)
    throw validationProblem([{ path: 'locator', message: 'does not point to a position in this book' }])
  const position = {
    locator: document.locator ? locatorToText(document.locator) : null,
    device: document.name,
    device_id: document.id,
  }
  const saved = await saveProgress(db, viewer, book, {
    ...resolved,
    at: document.modified,
    position,
    isWholeSitting: true,
  })
  if (!saved.accepted) throw problem('conflict', 'A newer position is already stored.')
  emitProgressEvent(context, viewer, book, saved.progress)
}

function parse(body: unknown) {
  const { modified, device, locator, progression } = (body ?? {}) as Record<string, unknown>
  const at = typeof modified === 'string' ? Date.parse(modified) : Date.now()
  if (Number.isNaN(at)) throw validationProblem([{ path: 'modified', message: 'is not a date and time' }])
  const { id, name } = (device ?? {}) as Record<string, unknown>
  const share = typeof progression === 'number' && progression >= 0 && progression <= 1 ? progression : undefined
  const isLocator = typeof locator === 'object' && locator !== null
  if (!isLocator && share === undefined) {
    throw validationProblem([{ path: '', message: 'must have a locator or a progression between 0 and 1' }])
  }
  return {
    modified: at,
    id: typeof id === 'string' ? id.slice(0, 500) : null,
    name: typeof name === 'string' ? name.slice(0, 500) : null,
    locator: isLocator ? (locator as Record<string, unknown>) : undefined,
    progression: share,
  }
}

const pageAt = (share: number, pages: number): number => Math.min(Math.max(1, pages), Math.floor(share * pages) + 1)

/** The draft requires a URI; devices use any name. */
const asUri = (id: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(id) ? id : `urn:lectern:device:${encodeURIComponent(id)}`
