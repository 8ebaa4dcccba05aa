import { pageHashes } from '../../../contract/komga/page-hashes.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentSpringPage, readPageable } from '../pageable.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'
import { queryOf } from '../read-query.ts'

/** Pages aren't compared with each other here: every list is empty, and there is nothing to decide. */
export function mountPageHashes({ surface }: KomgaContext): void {
  for (const route of [pageHashes.known, pageHashes.unknown, pageHashes.matches]) {
    serve(surface, route as typeof pageHashes.known, ({ request }) =>
      presentSpringPage(readPageable(queryOf(request)), false, { data: [], total: 0 }),
    )
  }
  for (const route of [pageHashes.thumbnail, pageHashes.unknownThumbnail]) {
    serve(surface, route, () => {
      throw notFoundProblem('page')
    })
  }
  for (const route of [pageHashes.decide, pageHashes.deleteAll, pageHashes.deleteMatch]) {
    serve(surface, route as typeof pageHashes.deleteAll, () => {})
  }
}
