import { removeAnnotation } from '../../catalog/annotations/save-annotation.ts'
import { koboReadingServices as routes } from '../../contract/kobo.ts'
import { putKoboAnnotation, removeKoboAnnotation } from '../../store/kobo/annotations.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { type AnnotationSet, countAnnotationsInEtag, readAnnotationSet } from './annotation-set.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'
import { saveDeviceAnnotation } from './save-device-annotation.ts'

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
    const changed: string[] = []
    for (const given of listOf(body)) {
      const { ContentId, etag } = (given ?? {}) as Record<string, unknown>
      const book = viewer && (await findBook(viewer, ContentId))
      if (viewer && book && (await hasChanges(viewer, book, etag))) changed.push(String(ContentId))
    }
    return changed
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
  async function hasChanges(viewer: Viewer, book: { id: number }, etag: unknown): Promise<boolean> {
    const count = countAnnotationsInEtag(etag)
    if (count === undefined) return false
    const { held, wanted, isChanged, isOffered } = await readAnnotationSet(
      context.db,
      viewer,
      devices.of(viewer),
      book.id,
    )
    if (!wanted || !isChanged) return false
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

  serve(surface, routes.writeAnnotations, async ({ params, body, viewer }) => {
    // Another user's device: an error would fail its whole sync.
    if (!viewer?.permissions.has('ProgressWrite')) return
    const book = await findBook(viewer, params.id)
    if (!book) return
    const device = devices.of(viewer)
    const { updatedAnnotations, deletedAnnotationIds } = (body ?? {}) as Record<string, unknown>
    for (const given of listOf(updatedAnnotations)) await saveDeviceAnnotation(context, viewer, device, book, given)
    for (const id of listOf(deletedAnnotationIds)) {
      const uid = parseUid(String(id))
      if (!uid) continue
      await context.db.transaction((tx) => removeKoboAnnotation(tx, { device_id: device.id, book_id: book.id, uid }))
      await removeAnnotation(context.db, viewer.userId, uid)
    }
  })
}

/** Services of Kobo's that the device calls beside the annotations, and that hold nothing here. */
export function mountEmptyKoboServices(surface: OpenSurface): void {
  serve(surface, routes.storageGet, () => ({}))
  serve(surface, routes.storagePost, () => ({}))
  serve(surface, routes.storagePut, () => ({}))
  serve(surface, routes.storageDelete, () => ({}))
  serve(surface, routes.notebooks, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksPost, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksPostBelow, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksBelow, () => ({ data: [], totalResults: 0 }))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1000) : [])
