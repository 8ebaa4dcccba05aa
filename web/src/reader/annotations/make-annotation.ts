import type { Annotation } from '../../api/types.ts'
import type { Locator } from '../epub/locator.ts'
import { thisDevice } from '../this-device.ts'

export type AnnotationEdits = Partial<Pick<Annotation, 'color' | 'style' | 'note'>>

export function makeAnnotation(bookId: string, locator: Locator, style: AnnotationEdits): Annotation {
  const at = new Date().toISOString()
  return {
    ...{ id: newId(), bookId, locator, color: 'yellow', style: 'highlight', note: null },
    ...{ device: thisDevice().name, createdAt: at, updatedAt: at, deletedAt: null },
    ...style,
  }
}

/** The new time is always later, even if this device's clock is behind the one of the previous edit. */
export function applyAnnotationEdits(annotation: Annotation, style: AnnotationEdits): Annotation {
  const updatedAt = new Date(Math.max(Date.now(), Date.parse(annotation.updatedAt) + 1)).toISOString()
  return { ...annotation, ...style, updatedAt }
}

/**
 * Annotates a passage that covers others: it replaces the first of them, with all their notes, and the others are
 * removed. Marking the same text again results in one highlight, not two of which only the upper one is visible.
 */
export function replaceCoveredAnnotations(
  covered: Annotation[],
  locator: Locator,
  style: AnnotationEdits,
): { next: Annotation | undefined; gone: string[] } {
  const [first, ...others] = covered
  if (!first) return { next: undefined, gone: [] }
  const notes = [...covered.map(({ note }) => note), style.note].filter(Boolean)
  const next = applyAnnotationEdits({ ...first, locator }, { ...style, note: notes.join('\n\n') || null })
  return { next, gone: others.map(({ id }) => id) }
}

/** A deleted annotation stays deleted on every device: it is restored under a new id. */
export function restoredAnnotation(annotation: Annotation): Annotation {
  return { ...annotation, id: newId(), updatedAt: new Date().toISOString() }
}

/** At home Lectern is often reached over plain http, where browsers have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
