import type { CurationDeps } from '../../../catalog/metadata/curation-deps.ts'
import { edits } from '../../../contract/komga/edits.ts'
import { findBookTargets, findSeriesTargets } from '../../../store/metadata/edit-targets.ts'
import { parseUid } from '../../../store/uid.ts'
import { serve } from '../../serve.ts'
import { editBookMetadata } from '../edit/book.ts'
import { editSeriesMetadata } from '../edit/series.ts'
import { noSuchItem, uidOf } from '../find-items.ts'
import type { KomgaContext } from '../komga-context.ts'

/** Changes of metadata. */
export function mountEdits({ surface, context, libraryRules }: KomgaContext): void {
  const { db } = context
  const curation: CurationDeps = { db, events: context.events, libraryRules }

  serve(surface, edits.series, async ({ params, body, viewer }) => {
    const [series] = await findSeriesTargets(db, viewer, [uidOf(params.id, 'series')])
    if (!series) throw noSuchItem('series')
    await editSeriesMetadata(curation, viewer, series, body)
  })

  serve(surface, edits.book, async ({ params, body, viewer }) => {
    const [book] = await findBookTargets(db, viewer, [uidOf(params.id, 'book')])
    if (!book) throw noSuchItem('book')
    await editBookMetadata(curation, book, body)
  })

  serve(surface, edits.books, async ({ body, viewer }) => {
    const wanted = new Map(
      Object.entries(body).flatMap(([id, update]) => {
        const uid = parseUid(id)
        return uid ? [[uid.toHex(), update] as const] : []
      }),
    )
    const uids = [...wanted.keys()].map((hex) => Uint8Array.fromHex(hex))
    for (const book of await findBookTargets(db, viewer, uids)) {
      await editBookMetadata(curation, book, wanted.get(book.uid.toHex())!)
    }
  })
}
