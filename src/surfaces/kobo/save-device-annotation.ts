import { createAnnotation } from '../../catalog/annotations/save-annotation.ts'
import type { AnnotationColor } from '../../contract/annotations.ts'
import { listKoboAnnotations, putKoboAnnotation } from '../../store/kobo/annotations.ts'
import type { KoboDeviceRow } from '../../store/kobo/devices.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import type { ReadableBook } from '../../store/progress/read.ts'
import { parseUid } from '../../store/uid.ts'
import { requireNoteRoom } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { isDeviceOnlyAnnotation } from './annotation-set.ts'
import { findEpubDocumentPath } from './reading-state.ts'

/**
 * Stores an annotation twice: as the device has it, and as one of its owner's. One that can't be stored (too long, too
 * many) must not fail the rest.
 */
export async function saveDeviceAnnotation(
  context: AppContext,
  viewer: Viewer,
  device: KoboDeviceRow,
  book: ReadableBook,
  given: unknown,
): Promise<void> {
  const annotation = (given ?? {}) as Record<string, unknown>
  const uid = parseUid(String(annotation.id ?? ''))
  const content = JSON.stringify(given) ?? ''
  if (!uid || content.length > MAX_CONTENT_LENGTH) return
  const modified = Date.parse(textOf(annotation.clientLastModifiedUtc) ?? '')
  const updatedAt = Number.isFinite(modified) ? Math.min(modified, Date.now()) : Date.now()
  const row = { device_id: device.id, book_id: book.id, uid, content, updated_at: updatedAt, is_offered: 0 }
  if (!(await storeAsOnDevice(context, viewer, row))) return
  // A dog-ear is a bookmark of the page, and stays on the device.
  const locator = isDeviceOnlyAnnotation(content) ? undefined : await locatorOf(context, viewer, book, annotation)
  if (!locator) return
  const color = colorOf(annotation.highlightColor)
  const note = textOf(annotation.noteText) ?? null
  const input = { uid, locator, color, note, device: device.name, updatedAt }
  await createAnnotation(context.db, viewer.userId, book, input, context.config.limits).catch(unlessProblem)
}

/** False if there is no room for another note. Beyond the limit of a book, only the owner's annotation is stored. */
async function storeAsOnDevice(
  { db, config: { limits } }: AppContext,
  viewer: Viewer,
  row: Parameters<typeof putKoboAnnotation>[1],
): Promise<boolean> {
  const held = await listKoboAnnotations(db, row.device_id, row.book_id)
  if (held.length >= limits.annotations_per_book) return true
  const stored = db.transaction(async (tx) => {
    await putKoboAnnotation(tx, row)
    await requireNoteRoom(tx, viewer.userId, limits.note_bytes)
  })
  return stored.then(
    () => true,
    (error) => unlessProblem(error) ?? false,
  )
}

async function locatorOf(
  context: AppContext,
  viewer: Viewer,
  book: ReadableBook,
  { location, highlightedText }: Record<string, unknown>,
) {
  const span = ((location as Record<string, unknown>)?.span ?? {}) as Record<string, unknown>
  const chapterFile = textOf(span.chapterFilename)
  if (!chapterFile) return undefined
  const file = await findBookFile(context.db, viewer, book.uid)
  const { startPath, startChar, endPath, endChar } = span
  return {
    href: (file && (await findEpubDocumentPath(context, file, chapterFile))) ?? chapterFile,
    type: 'application/xhtml+xml',
    ...(textOf(span.chapterTitle) && { title: textOf(span.chapterTitle) }),
    locations: {
      progression: typeof span.chapterProgress === 'number' ? span.chapterProgress : 0,
      kobo: { startPath, startChar, endPath, endChar },
    },
    text: { highlight: textOf(highlightedText) ?? '' },
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

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
