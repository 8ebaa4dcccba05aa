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

/** A device whose clock is behind changes what another one wrote, too. */
export function applyAnnotationEdits(annotation: Annotation, style: AnnotationEdits): Annotation {
  const updatedAt = new Date(Math.max(Date.now(), Date.parse(annotation.updatedAt) + 1)).toISOString()
  return { ...annotation, ...style, updatedAt }
}

/**
 * Marks a passage that covers others: it takes the place of the first of them, with all that was noted there, and the
 * others go. Whoever marks the same words again gets one highlight, not two of which only the upper one is seen.
 */
export function markOver(
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

/** What is deleted stays so on every device: it comes back as another one. */
export function restoredAnnotation(annotation: Annotation): Annotation {
  return { ...annotation, id: newId(), updatedAt: new Date().toISOString() }
}

/** Lectern is often reached by plain http at home, where browsers have no `randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
