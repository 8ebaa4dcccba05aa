import { findReadingPosition } from '../../catalog/progress/reading-position.ts'
import { saveProgress } from '../../catalog/progress/save-progress.ts'
import { koreader } from '../../contract/koreader.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { findPosition, findProgress } from '../../store/progress/read.ts'
import { findBooksOfKoreaderDocument } from '../../store/sync/find-books-of-koreader-document.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { invalidRequestProblem, missingDocumentProblem, registrationDisabledProblem } from './koreader-problem.ts'
import { type KoreaderProgressUpdate, progressFromKoreader, progressToKoreader } from './reading-position.ts'

export function mountKoreaderProgressSync(sync: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(sync, koreader.health, () => ({ state: 'OK' as const }))
  serve(sync, koreader.create, ({ reply }) => {
    const { status, code, message } = registrationDisabledProblem()
    reply.code(status)
    return { code, message }
  })
  serve(sync, koreader.authorize, () => ({ authorized: 'OK' as const }))

  /** By the most reliable of its identifiers that matches a book: a repacked copy still has its file name. */
  async function findBooks(viewer: Viewer, document: string, names: Identifier[]) {
    const isAmong = names.some(({ value }) => value === document)
    for (const { type, value } of isAmong ? names : [{ type: undefined, value: document }, ...names]) {
      const books = await findBooksOfKoreaderDocument(db, viewer, value)
      if (books.length > 0) return { books, match: type }
    }
    return { books: [], match: undefined }
  }

  serve(sync, koreader.read, async ({ params, query, viewer }) => {
    const { books, match } = await findBooks(viewer, params.document, identifiersInQuery(query.ids))
    const states = await Promise.all(
      books.map(async (book) => ({ book, progress: await findProgress(db, viewer, book.id) })),
    )
    const newest = states
      .filter((state) => state.progress !== undefined)
      .sort((a, b) => b.progress!.read_at - a.progress!.read_at)[0]
    const file = newest && (await findBookFile(db, viewer, newest.book.uid))
    const position = file && (await findReadingPosition(db, viewer, file))
    // An unknown book isn't an error for KOReader: it would show a 404 to the reader as one.
    if (!file || !position) return {}
    const stored = await findPosition(db, viewer, file.id)
    return {
      document: params.document,
      progress: await progressToKoreader(context, file, position, stored?.pointer ?? null),
      percentage: position.percentage,
      device: position.device.name,
      device_id: position.device.id,
      timestamp: Math.floor(position.modified / 1000),
      // If the client sent several identifiers, tells which one matched: a position in another edition is only
      // approximate.
      ...(match && { match, progress_match: match }),
    }
  })

  serve(sync, koreader.write, async ({ body, viewer, reply }) => {
    const parsed = parseUpdate(body)
    if (parsed instanceof Error) {
      reply.code(parsed.status)
      return { code: parsed.code, message: parsed.message }
    }
    const { document, update } = parsed
    const { books } = await findBooks(viewer, document, parsed.identifiers)
    let savedAt = Date.now()
    for (const [index, book] of books.entries()) {
      const file = await findBookFile(db, viewer, book.uid)
      if (!file) continue
      const saved = await saveProgress(db, viewer, book, {
        ...(await progressFromKoreader(context, file, update)),
        isWholeSitting: true,
        isUncounted: index > 0,
      })
      savedAt = saved.progress.read_at
      if (saved.accepted) emitProgressEvent(context, viewer, book, saved.progress)
    }
    return books.length > 0 ? { document, timestamp: Math.floor(savedAt / 1000) } : {}
  })
}

function parseUpdate(body: unknown) {
  if (typeof body !== 'object' || body === null) return missingDocumentProblem()
  const { document, progress, percentage, device, device_id, identifiers } = body as Record<string, unknown>
  if (typeof document !== 'string' || document === '' || document.includes(':')) return missingDocumentProblem()
  // Old clients send the page as a number.
  const where = typeof progress === 'number' ? String(progress) : progress
  const share = typeof percentage === 'string' ? Number(percentage) : percentage
  if (typeof where !== 'string' || where === '' || where.length > 4000) return invalidRequestProblem()
  if (typeof share !== 'number' || !Number.isFinite(share)) return invalidRequestProblem()
  if (typeof device !== 'string' || device === '') return invalidRequestProblem()
  const update: KoreaderProgressUpdate = {
    progress: where,
    percentage: Math.min(1, Math.max(0, share)),
    device: device.slice(0, 200),
    deviceId: typeof device_id === 'string' ? device_id.slice(0, 200) : '',
  }
  return { document, identifiers: identifiersInBody(identifiers), update }
}

/** One of a document's identifiers: of its bytes, of its file name, or of an unknown kind. */
interface Identifier {
  type: string
  value: string
}

/** As the newest KOReader sends them: `content:…,structure:…,filename:…`, the most reliable first. */
function identifiersInQuery(ids: string | undefined): Identifier[] {
  const parts = (ids ?? '').split(',').map((part) => part.split(':'))
  return parts.flatMap(([type, value]) => (type && value ? [{ type, value }] : [])).slice(0, MAX_IDENTIFIERS)
}

/** As it sends them with the progress. Anything but such a list is ignored: older clients send nothing here. */
function identifiersInBody(list: unknown): Identifier[] {
  if (!Array.isArray(list)) return []
  return list.filter(isIdentifier).slice(0, MAX_IDENTIFIERS)
}

const isIdentifier = (one: unknown): one is Identifier => {
  const { type, value } = (one ?? {}) as Partial<Identifier>
  return typeof type === 'string' && typeof value === 'string'
}

/** The official sync server accepts no more than that either. */
const MAX_IDENTIFIERS = 8
