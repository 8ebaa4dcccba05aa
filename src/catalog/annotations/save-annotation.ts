import type { AnnotationColor, AnnotationStyle } from '../../contract/annotations.ts'
import { problem } from '../../contract/problems.ts'
import {
  type AnnotationContent,
  type AnnotationRow,
  countAnnotations,
  deleteAnnotation,
  findAnnotationInAnyState,
  insertAnnotation,
  updateAnnotation,
} from '../../store/annotation/annotation.ts'
import type { Db } from '../../store/open.ts'
import { foldForSorting } from '../../store/text/sort-key.ts'
import { requireNoteRoom } from '../../store/user/per-user-limits.ts'
import { type Locator, locatorToText } from '../progress/locator.ts'

export interface AnnotationInput {
  uid?: Uint8Array
  locator: Locator
  color?: AnnotationColor
  style?: AnnotationStyle
  note?: string | null
  device?: string | null
  createdAt?: number
  updatedAt?: number
}

export interface NoteLimits {
  annotations_per_book: number
  note_bytes: number
}

export interface AnnotatedBook {
  id: number
  pageCount: number
}

/**
 * Creates an annotation. If it exists already (an app chose its id while it was offline), the stored one is updated if
 * this is newer, and never duplicated; one that was deleted elsewhere stays deleted.
 */
export async function createAnnotation(
  db: Db,
  userId: number,
  book: AnnotatedBook,
  input: AnnotationInput,
  limits: NoteLimits,
): Promise<AnnotationRow> {
  const { created_at, updated_at, ...content } = annotationColumns(input, book)
  return db.transaction(async (tx) => {
    const find = async (uid: Uint8Array) => {
      const found = await findAnnotationInAnyState(tx, userId, uid)
      if (!found || found.book_id === book.id) return found
      throw problem('conflict', 'Another of your annotations already has this id. Choose a new one.')
    }
    const stored = input.uid && (await find(input.uid))
    if (!stored) {
      const row = await insertAnnotation(tx, userId, book.id, { ...content, uid: input.uid, created_at, updated_at })
      // Counted after the insert, which blocks the user's other inserts: two requests can't both get the last place.
      const max = limits.annotations_per_book
      if (row && (await countAnnotations(tx, userId, book.id)) > max) {
        throw problem('conflict', `A book can have at most ${max} annotations. Delete some first.`)
      }
      if (row) await requireNoteRoom(tx, userId, limits.note_bytes)
      if (row) return row
      // Sent twice at the same moment: the other request was first.
      return (await find(input.uid!))!
    }
    const updated = await updateAnnotation(tx, userId, stored.uid, { ...content, updated_at })
    if (updated) await requireNoteRoom(tx, userId, limits.note_bytes)
    return updated ?? stored
  })
}

/** The columns of an annotation that an app or an import sends. */
export function annotationColumns(
  input: AnnotationInput,
  book: AnnotatedBook,
): AnnotationContent & { created_at: number; updated_at: number } {
  const now = Date.now()
  const updated_at = Math.min(input.updatedAt ?? input.createdAt ?? now, now)
  return {
    ...locatorColumns(input.locator, book),
    color: input.color ?? 'yellow',
    style: input.style ?? 'highlight',
    note: emptyToNull(input.note),
    device: emptyToNull(input.device),
    search_text: searchText(input.locator, input.note),
    created_at: Math.min(input.createdAt ?? now, updated_at),
    updated_at,
  }
}

export type AnnotationChanges = Partial<
  Pick<AnnotationInput, 'locator' | 'color' | 'style' | 'note' | 'device' | 'updatedAt'>
>

/** Changes the given fields. A change older than the stored annotation does nothing; returns the stored one. */
export async function changeAnnotation(
  db: Db,
  userId: number,
  uid: Uint8Array,
  changes: AnnotationChanges,
  book: AnnotatedBook,
  limits: Pick<NoteLimits, 'note_bytes'>,
): Promise<AnnotationRow | undefined> {
  return db.transaction(async (tx) => {
    const stored = await findAnnotationInAnyState(tx, userId, uid)
    if (!stored || stored.deleted_at !== null) return undefined
    const locator: Locator = changes.locator ?? JSON.parse(stored.locator)
    const note = changes.note === undefined ? stored.note : emptyToNull(changes.note)
    const now = Date.now()
    const changed = await updateAnnotation(tx, userId, uid, {
      ...(changes.locator && locatorColumns(changes.locator, book)),
      ...(changes.color && { color: changes.color }),
      ...(changes.style && { style: changes.style }),
      ...(changes.device !== undefined && { device: emptyToNull(changes.device) }),
      note,
      search_text: searchText(locator, note),
      // This server's clock may be behind the one that wrote last.
      updated_at: changes.updatedAt === undefined ? Math.max(now, stored.updated_at) : Math.min(changes.updatedAt, now),
    })
    if (changed) await requireNoteRoom(tx, userId, limits.note_bytes)
    return changed ?? stored
  })
}

export async function removeAnnotation(db: Db, userId: number, uid: Uint8Array): Promise<AnnotationRow | undefined> {
  return db.transaction(async (tx) => {
    const stored = await findAnnotationInAnyState(tx, userId, uid)
    if (!stored) return undefined
    const { href, type, locations = {} } = JSON.parse(stored.locator) as Locator
    const { progression, position, totalProgression } = locations
    const where = { href, type, locations: { progression, position, totalProgression } }
    return deleteAnnotation(tx, userId, uid, JSON.stringify(where))
  })
}

/** The highlighted text and its surroundings, as far as the app sent them. */
export function quoteOf(locator: Locator): { before: string; highlight: string; after: string } {
  const text = (typeof locator.text === 'object' && locator.text !== null ? locator.text : {}) as Record<
    string,
    unknown
  >
  const part = (name: string) => (typeof text[name] === 'string' ? text[name] : '')
  return { before: part('before'), highlight: part('highlight'), after: part('after') }
}

function locatorColumns(locator: Locator, book: AnnotatedBook): Pick<AnnotationRow, 'locator' | 'position'> {
  const text = locatorToText(locator)
  const { totalProgression, position } = locator.locations ?? {}
  const share = totalProgression ?? (position !== undefined && book.pageCount > 0 ? position / book.pageCount : 0)
  return { locator: text, position: Math.min(1, Math.max(0, share)) }
}

const searchText = (locator: Locator, note: string | null | undefined): string =>
  foldForSorting(`${quoteOf(locator).highlight} ${note ?? ''}`)

const emptyToNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null)
