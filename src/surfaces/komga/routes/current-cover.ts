import { books } from '../../../contract/komga/books.ts'
import { series } from '../../../contract/komga/series.ts'
import { deliverThumbnail } from '../../deliver/thumbnail.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { readCoverOwner } from '../read-by-komga-id.ts'

/** Always the bytes of a JPEG, never a redirect: Komic doesn't follow them. */
export const komgaThumbnailOptions = { jpegOnly: true, orMissing: true } as const

export function mountCurrentCover({ surface, context }: KomgaContext): void {
  for (const [entity, route] of [
    ['series', series.thumbnail],
    ['book', books.thumbnail],
  ] as const) {
    serve(surface, route, async ({ params, viewer, request, reply }) =>
      deliverThumbnail(
        context,
        viewer,
        { request, reply },
        await readCoverOwner(context.db, viewer, entity, params.id),
        komgaThumbnailOptions,
      ),
    )
  }
}
