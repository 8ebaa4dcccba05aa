import { createAnnotation, removeAnnotation } from '../../catalog/annotations/save-annotation.ts'
import type { AnnotationColor } from '../../contract/annotations.ts'
import { koboReadingServices as routes } from '../../contract/kobo.ts'
import { listKoboAnnotations, putKoboAnnotation, removeKoboAnnotation } from '../../store/kobo/annotations.ts'
import type { KoboDeviceRow } from '../../store/kobo/devices.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import { requireNoteRoom } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import {
  type AnnotationSet,
  countAnnotationsInEtag,
  isDeviceOnlyAnnotation,
  readAnnotationSet,
} from './annotation-set.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'
import { findEpubDocumentPath } from './reading-state.ts'

/**
 * Highlights and notes of the device. They are stored as annotations of its owner. The device replaces its whole set of
 * a book by what it receives: we tell it to fetch a book's annotations only if we have everything that it has.
 */
export function mountKoboAnnotations(
  surface: OpenSurface,
  context: AppContext,
  devices: KoboDeviceAuthenticator,
): void {
  serve(surface, routes.checkForChanges, async ({ body, viewer }) => {
    const named: string[] = []
    for (const given of listOf(body)) {
      const { ContentId, etag } = (given ?? {}) as Record<string, unknown>
      const book = viewer && (await findBook(viewer, ContentId))
      if (viewer && book && (await hasNews(viewer, book, etag))) named.push(String(ContentId))
    }
    return named
  })

  serve(surface, routes.readAnnotations, async ({ params, viewer }) => {
    const book = viewer && (await findBook(viewer, params.id))
    const set = viewer && book && (await readAnnotationSet(context.db, viewer, devices.of(viewer), book.id))
    const all = set ? (set.wanted ?? set.held) : []
    if (set?.wanted) await offer(set)
    return { annotations: all.map(({ content }) => JSON.parse(content)), nextPageOffsetToken: null }
  })

  /**
   * Annotations the device already has change with this response; new ones count once the device shows that it has
   * them.
   */
  async function offer({ held, wanted = [] }: AnnotationSet): Promise<void> {
    const has = new Set(held.map(({ uid }) => bytesToUuid(uid)))
    await context.db.transaction(async (tx) => {
      for (const row of wanted)
        await putKoboAnnotation(tx, { ...row, is_offered: has.has(bytesToUuid(row.uid)) ? 0 : 1 })
    })
  }

  async function findBook(viewer: Viewer, id: unknown) {
    const uid = parseUid(String(id ?? ''))
    return uid && (await findReadableBook(context.db, viewer, uid))
  }

  /** Only if the device has as many annotations as we know of: then none of them can get lost. */
  async function hasNews(viewer: Viewer, book: { id: number }, etag: unknown): Promise<boolean> {
    const count = countAnnotationsInEtag(etag)
    if (count === undefined) return false
    const { held, wanted, isNews, isOffered } = await readAnnotationSet(context.db, viewer, devices.of(viewer), book.id)
    if (!wanted || !isNews) return false
    if (count === held.length) return true
    // It has fetched them in the meantime.
    if (count === wanted.length && (isOffered || wanted.length < held.length)) {
      const isWanted = new Set(wanted.map(({ uid }) => bytesToUuid(uid)))
      await context.db.transaction(async (tx) => {
        for (const row of wanted) await putKoboAnnotation(tx, row)
        for (const row of held) if (!isWanted.has(bytesToUuid(row.uid))) await removeKoboAnnotation(tx, row)
      })
    }
    return false
  }

  serve(surface, routes.storageGet, () => ({}))
  serve(surface, routes.storagePost, () => ({}))
  serve(surface, routes.storagePut, () => ({}))
  serve(surface, routes.storageDelete, () => ({}))
  serve(surface, routes.notebooks, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksPost, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksPostBelow, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksBelow, () => ({ data: [], totalResults: 0 }))

  serve(surface, routes.writeAnnotations, async ({ params, body, viewer }) => {
    // Another user's device: an error would fail its whole sync.
    if (!viewer?.permissions.has('ProgressWrite')) return
    const book = await findBook(viewer, params.id)
    if (!book) return
    const device = devices.of(viewer)
    const { updatedAnnotations, deletedAnnotationIds } = (body ?? {}) as Record<string, unknown>
    for (const given of listOf(updatedAnnotations)) await save(viewer, device, book, given)
    for (const id of listOf(deletedAnnotationIds)) {
      const uid = parseUid(String(id))
      if (!uid) continue
      await context.db.transaction((tx) => removeKoboAnnotation(tx, { device_id: device.id, book_id: book.id, uid }))
      await removeAnnotation(context.db, viewer.userId, uid)
    }
  })

  async function save(viewer: Viewer, device: KoboDeviceRow, book: ReadableBook, given: unknown): Promise<void> {
    const annotation = (given ?? {}) as Record<string, unknown>
    const uid = parseUid(String(annotation.id ?? ''))
    const content = JSON.stringify(given) ?? ''
    if (!uid || content.length > MAX_CONTENT_LENGTH) return
    const modified = Date.parse(textOf(annotation.clientLastModifiedUtc) ?? '')
    const updated_at = Number.isFinite(modified) ? Math.min(modified, Date.now()) : Date.now()
    const held = await listKoboAnnotations(context.db, device.id, book.id)
    if (held.length < context.config.limits.annotations_per_book) {
      const row = { device_id: device.id, book_id: book.id, uid, content, updated_at, is_offered: 0 }
      const isStored = await context.db
        .transaction(async (tx) => {
          await putKoboAnnotation(tx, row)
          await requireNoteRoom(tx, viewer.userId, context.config.limits.note_bytes)
        })
        .then(() => true, unlessProblem)
      if (!isStored) return
    }
    const span = ((annotation.location as Record<string, unknown>)?.span ?? {}) as Record<string, unknown>
    const chapterFile = textOf(span.chapterFilename)
    // A dog-ear is a bookmark of the page, and stays on the device.
    if (!chapterFile || isDeviceOnlyAnnotation(content)) return
    const file = await findBookFile(context.db, viewer, book.uid)
    const href = (file && (await findEpubDocumentPath(context, file, chapterFile))) ?? chapterFile
    const progression = typeof span.chapterProgress === 'number' ? span.chapterProgress : 0
    const locator = {
      href,
      type: 'application/xhtml+xml',
      ...(textOf(span.chapterTitle) && { title: textOf(span.chapterTitle) }),
      locations: {
        progression,
        kobo: { startPath: span.startPath, startChar: span.startChar, endPath: span.endPath, endChar: span.endChar },
      },
      text: { highlight: textOf(annotation.highlightedText) ?? '' },
    }
    const input = {
      uid,
      locator,
      color: colorOf(annotation.highlightColor),
      note: textOf(annotation.noteText) ?? null,
      device: device.name,
      updatedAt: updated_at,
    }
    // One that can't be stored (too long, too many) must not fail the rest.
    await createAnnotation(context.db, viewer.userId, book, input, context.config.limits).catch(unlessProblem)
  }
}

function unlessProblem(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'Problem')) throw error
}

/** No highlight is longer; a longer one couldn't be stored with all the others. */
const MAX_CONTENT_LENGTH = 32 * 1024

/** The device sends a number, a name or a colour code. */
function colorOf(value: unknown): AnnotationColor {
  const text = String(value ?? '').toLowerCase()
  if (text === '1' || text.includes('pink') || text.includes('red')) return 'pink'
  if (text === '2' || text.includes('blue')) return 'blue'
  return text === '3' || text.includes('green') ? 'green' : 'yellow'
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1000) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
