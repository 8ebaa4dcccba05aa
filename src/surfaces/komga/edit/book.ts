import { computeEditedBook } from '../../../catalog/metadata/compute-edited-book.ts'
import { editBooks } from '../../../catalog/metadata/edit-books.ts'
import { setGenresOrTags } from '../../../catalog/metadata/edit-genres-or-tags.ts'
import { addLocks, lockFieldsEditedByKomgaApps } from '../../../catalog/metadata/locks.ts'
import type { MetadataEditDeps } from '../../../catalog/metadata/metadata-edit-deps.ts'
import { normaliseBookPatch } from '../../../catalog/metadata/normalise-book-patch.ts'
import { bookLockNames } from '../../../contract/komga/books.ts'
import type { BookMetadataUpdate } from '../../../contract/komga/metadata-edits.ts'
import { type Author, authorRoles, type BookMetadataPatch } from '../../../contract/metadata.ts'
import { problem } from '../../../contract/problems.ts'
import { isbn13 } from '../../../formats/values/isbn.ts'
import type { BookEditTarget } from '../../../store/metadata/edit-targets.ts'
import type { EditableBook, StoredAuthor } from '../../../store/metadata/editable-book.ts'
import { locksOfKomgaBookLock } from '../present/book.ts'
import { rolesFromKomga } from '../search/translate-role.ts'
import { replaceKomgaLinks } from './replace-links.ts'

/** Komga's edit of a book. Given values stay; for apps they are locked only if the edit says so. */
export async function editBookMetadata(
  deps: MetadataEditDeps,
  book: BookEditTarget,
  given: BookMetadataUpdate,
): Promise<void> {
  const { numberOf } = deps.metadataEditHooks
  // Validated once, before anything changes; existing authors keep their roles, which only the book itself knows.
  normaliseBookPatch(patchOf(given, []))
  await editBooks(deps, [book], {
    edit: (before) => {
      const change = normaliseBookPatch(patchOf(given, before.authors))
      return withRest(before, computeEditedBook(before, change, { replace: false, numberOf }), given)
    },
    also: async (tx, target, now) => {
      if (given.links === undefined) return []
      return (await replaceKomgaLinks(tx, 'book', target.id, given.links ?? [], now)) ? ['externalLinks'] : []
    },
  })
}

function patchOf(given: BookMetadataUpdate, before: readonly StoredAuthor[]): BookMetadataPatch {
  const patch: BookMetadataPatch = {}
  if (given.title) patch.title = given.title
  if (given.number) patch.number = given.number
  if (given.summary !== undefined) patch.summary = given.summary
  if (given.isbn !== undefined) patch.isbns = given.isbn?.trim() ? [checkedIsbn(given.isbn)] : null
  if (given.authors !== undefined) {
    patch.authors = (given.authors ?? []).map(({ name, role }) => ({ name, role: roleFor(name, role, before) }))
  }
  if (given.releaseDate !== undefined) {
    const [year, month, day] = (given.releaseDate ?? '').split('-').map(Number)
    Object.assign(patch, { year: year || null, month: month ?? null, day: day ?? null })
  }
  return patch
}

/** As digits, and only if its check digit is right: Komga stores it that way, and its pages find it by that. */
function checkedIsbn(written: string): string {
  const isbn = isbn13(written)
  if (isbn) return isbn
  throw problem('validation_failed', 'isbn: must be a valid ISBN', [{ path: 'isbn', message: 'must be a valid ISBN' }])
}

/** Two of our roles are one of Komga's: existing people of the book keep theirs. */
function roleFor(name: string, role: string, before: readonly StoredAuthor[]): Author['role'] {
  const possible = rolesFromKomga(role)
  const known = before.find((author) => author.name === name && possible.includes(author.role))
  const wanted = known?.role ?? possible.find((one) => (authorRoles as readonly string[]).includes(one))
  // A custom role is stored as Komga does; a comma would end it where apps query by name and role.
  return (wanted ??
    (possible[0]!
      .replace(/[,\s]+/g, ' ')
      .trim()
      .slice(0, 100) ||
      'contributor')) as Author['role']
}

function withRest(before: EditableBook, edited: EditableBook, given: BookMetadataUpdate): EditableBook {
  let after = edited
  // In Komga the printed number and the sort number are separate.
  if (given.number && typeof given.numberSort !== 'number') after = { ...after, number: before.number ?? after.number }
  if (given.tags !== undefined) after = setGenresOrTags(after, 'tags', given.tags ?? [])
  if (typeof given.numberSort === 'number') {
    const numberText = after.numberText ?? String(given.numberSort)
    after = { ...after, number: given.numberSort, numberText, locks: addLocks(after.locks, ['number']) }
  }
  if (given.links !== undefined) after = { ...after, locks: addLocks(after.locks, locksOfKomgaBookLock.links) }
  const flags: Record<string, boolean> = {}
  for (const name of bookLockNames) {
    const wanted = given[`${name}Lock`]
    // Number and sort number share a lock: if either is locked, it is locked.
    if (typeof wanted === 'boolean') for (const lock of locksOfKomgaBookLock[name]) flags[lock] = flags[lock] || wanted
  }
  return { ...after, locks: lockFieldsEditedByKomgaApps(before.locks, after.locks, flags) }
}
