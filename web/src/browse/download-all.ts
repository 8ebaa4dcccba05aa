import { wait } from '../api/client.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { apiUrl } from '../api/urls.ts'

/** One after the other: browsers drop downloads that begin in the same moment. */
export async function downloadAll(kind: ItemKind, ids: string[]) {
  for (const id of ids) {
    const link = document.createElement('a')
    link.href = apiUrl(kind === 'books' ? `/books/${id}/file` : `/series/${id}/download`)
    link.download = ''
    link.click()
    await wait(600)
  }
}
