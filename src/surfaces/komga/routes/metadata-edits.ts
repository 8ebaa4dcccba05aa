import type { MetadataEditDeps } from '../../../catalog/metadata/metadata-edit-deps.ts'
import { metadataEdits } from '../../../contract/komga/metadata-edits.ts'
import { findBookEditTargets, findSeriesEditTargets } from '../../../store/metadata/edit-targets.ts'
import { parseUid } from '../../../store/uid.ts'
import { serve } from '../../serve.ts'
import { editBookMetadata } from '../edit/book.ts'
import { editSeriesMetadata } from '../edit/series.ts'
import type { KomgaContext } from '../komga-context.ts'
import { notFoundProblem, uidOrNotFound } from '../read-by-komga-id.ts'

export function mountMetadataEdits({ surface, context, metadataEditHooks }: KomgaContext): void {
  const { db } = context
  const curation: MetadataEditDeps = { db, events: context.events, metadataEditHooks }

  serve(surface, metadataEdits.series, async ({ params, body, viewer }) => {
    const [series] = await findSeriesEditTargets(db, viewer, [uidOrNotFound(params.id, 'series')])
    if (!series) throw notFoundProblem('series')
    await editSeriesMetadata(curation, viewer, series, body)
  })

  serve(surface, metadataEdits.book, async ({ params, body, viewer }) => {
    const [book] = await findBookEditTargets(db, viewer, [uidOrNotFound(params.id, 'book')])
    if (!book) throw notFoundProblem('book')
    await editBookMetadata(curation, book, body)
  })

  serve(surface, metadataEdits.books, async ({ body, viewer }) => {
    const wanted = new Map(
      Object.entries(body).flatMap(([id, update]) => {
        const uid = parseUid(id)
        return uid ? [[uid.toHex(), update] as const] : []
      }),
    )
    const uids = [...wanted.keys()].map((hex) => Uint8Array.fromHex(hex))
    for (const book of await findBookEditTargets(db, viewer, uids)) {
      await editBookMetadata(curation, book, wanted.get(book.uid.toHex())!)
    }
  })
}
