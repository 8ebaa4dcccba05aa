import type { AnnotationRow } from '../../store/annotation/annotation.ts'
import { listAnnotations } from '../../store/annotation/list.ts'
import {
  type KoboAnnotationRow,
  listKoboAnnotations,
  listKoboAnnotationsOfAllDevices,
} from '../../store/kobo/annotations.ts'
import type { KoboDeviceRow } from '../../store/kobo/devices.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

/** All annotations of a book as a device should have them. */
export interface AnnotationSet {
  /** What the device is known to have. */
  held: KoboAnnotationRow[]
  /** Some were sent that the device hadn't confirmed at the time of reading. */
  isOffered: boolean
  /**
   * What it should have; undefined if one of them can't be expressed in its format, so that nothing may be sent at all.
   */
  wanted: KoboAnnotationRow[] | undefined
  isChanged: boolean
}

/**
 * The device replaces everything it has of a book by what it receives. So a set is complete, or it isn't sent: dog-ears
 * and drawings, which mean nothing to us, are in it as the device sent them; highlights made in the web reader have no
 * spans, and a book with one of them is left alone.
 */
export async function readAnnotationSet(
  db: Db,
  viewer: Viewer,
  device: KoboDeviceRow,
  bookId: number,
): Promise<AnnotationSet> {
  const rows = await listKoboAnnotations(db, device.id, bookId)
  const held = rows.filter((row) => row.is_offered === 0)
  const isOffered = held.length < rows.length
  const wordings = new Map(
    (await listKoboAnnotationsOfAllDevices(db, viewer.userId, bookId)).map((row) => [
      bytesToUuid(row.uid),
      row.content,
    ]),
  )
  const { data, total } = await listAnnotations(db, viewer, { bookId }, { limit: MAX_ANNOTATIONS, offset: 0 })
  const known = new Map(held.map((row) => [bytesToUuid(row.uid), row]))
  const ours = new Set(data.map((annotation) => bytesToUuid(annotation.uid)))
  const wanted: KoboAnnotationRow[] = held.filter((row) => isDeviceOnlyAnnotation(row.content))
  let isChanged = held.some((row) => !isDeviceOnlyAnnotation(row.content) && !ours.has(bytesToUuid(row.uid)))
  for (const annotation of data) {
    const id = bytesToUuid(annotation.uid)
    const before = known.get(id)
    const wording = before?.content ?? wordings.get(id)
    if (wording === undefined) return { held, isOffered, wanted: undefined, isChanged: false }
    if (before && before.updated_at >= annotation.updated_at) wanted.push(before)
    else {
      isChanged = true
      const content = JSON.stringify(reword(JSON.parse(wording) as Record<string, unknown>, annotation))
      wanted.push({
        device_id: device.id,
        book_id: bookId,
        uid: annotation.uid,
        content,
        updated_at: annotation.updated_at,
        is_offered: 0,
      })
    }
  }
  return { held, isOffered, wanted: total > MAX_ANNOTATIONS ? undefined : wanted, isChanged }
}

const MAX_ANNOTATIONS = 1000
/** Applies changes that the user made here since the device sent it. */
function reword(given: Record<string, unknown>, { note, updated_at }: AnnotationRow): Record<string, unknown> {
  const { noteText: _, ...rest } = given
  return {
    ...rest,
    type: note ? 'note' : 'highlight',
    ...(note && { noteText: note }),
    clientLastModifiedUtc: new Date(updated_at).toISOString(),
  }
}

/** Dog-ears and drawings stay on devices. */
export function isDeviceOnlyAnnotation(content: string): boolean {
  const { type } = JSON.parse(content) as { type?: unknown }
  return type !== 'highlight' && type !== 'note'
}

/** The device lists each annotation it has in its tag; undefined: the tag lists none. */
export function countAnnotationsInEtag(etag: unknown): number | undefined {
  if (typeof etag !== 'string' || etag.length > 1_000_000) return undefined
  const count = etag.match(/A:[^-,;\s]+-/g)?.length ?? 0
  return count === 0 ? undefined : count
}
