import { resetCover } from '../../catalog/covers/change-cover.ts'
import { computeEditedBook } from '../../catalog/metadata/compute-edited-book.ts'
import { editBooks } from '../../catalog/metadata/edit-books.ts'
import { changeLocks, lockFlagsOf } from '../../catalog/metadata/locks.ts'
import { normaliseBookPatch } from '../../catalog/metadata/normalise-book-patch.ts'
import { resetBookMetadata } from '../../catalog/metadata/reset-metadata.ts'
import { bookMetadata } from '../../contract/book-metadata.ts'
import { type BookMetadata, type BookMetadataPatch, lockableBookFields } from '../../contract/metadata.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import type { Viewer } from '../../store/viewer.ts'
import { presentBookMetadata } from '../present/book-metadata.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { answerOrNotModified } from './answer-or-not-modified.ts'
import { type CurationContext, readBookTarget, readFullBook } from './curation-context.ts'

export function mountBookMetadata(api: OpenSurface, curation: CurationContext): void {
  const { db, metadataEditHooks } = curation

  async function edit(viewer: Viewer, id: string, patch: BookMetadataPatch, replace = false): Promise<void> {
    const change = normaliseBookPatch(patch)
    const book = await readBookTarget(db, viewer, id)
    const options = { replace, numberOf: metadataEditHooks.numberOf }
    await editBooks(curation, [book], { edit: (before) => computeEditedBook(before, change, options) })
  }
  const present = async (viewer: Viewer, id: string): Promise<BookMetadata> =>
    presentBookMetadata(await readFullBook(db, viewer, id))

  serve(api, bookMetadata.rename, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body)
    const book = await readFullBook(db, viewer, params.id)
    return { id: book.uid, title: book.title, number: shownNumber(book), updatedAt: formatTimestamp(book.updatedAt) }
  })

  serve(api, bookMetadata.read, (input) => answerOrNotModified(db, input, () => present(input.viewer, input.params.id)))

  serve(api, bookMetadata.change, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body)
    return present(viewer, params.id)
  })

  serve(api, bookMetadata.replace, async ({ params, body, viewer }) => {
    await edit(viewer, params.id, body, true)
    return present(viewer, params.id)
  })

  serve(api, bookMetadata.reset, async ({ params, viewer }) => {
    const book = await readBookTarget(db, viewer, params.id)
    await resetBookMetadata(curation, [book])
    const owner = await findCoverOwner(db, viewer, 'book', book.uid)
    if (owner && owner.coverId !== null) await resetCover(curation, owner)
    return present(viewer, params.id)
  })

  serve(api, bookMetadata.locks, (input) =>
    answerOrNotModified(db, input, async () => (await present(input.viewer, input.params.id)).locks),
  )

  serve(api, bookMetadata.changeLocks, async ({ params, body, viewer }) => {
    const book = await readBookTarget(db, viewer, params.id)
    await editBooks(curation, [book], {
      edit: (before) => ({ ...before, locks: changeLocks(before.locks, body) }),
    })
    return lockFlagsOf(lockableBookFields, (await readFullBook(db, viewer, params.id)).meta.locks)
  })
}

/** The number as given if it is numeric; for "12a" the whole part, as everywhere else. */
function shownNumber({ number, numberText }: { number: number | null; numberText: string | null }): number | null {
  const given = Number(numberText ?? Number.NaN)
  if (Number.isFinite(given)) return given
  return number === null ? null : Math.trunc(number)
}
