import type { ItemKind } from './item-queries.ts'

/** The parameter name that bulk routes expect for each kind. */
export function bulkRequestBody(kind: ItemKind, ids: string[]): Record<string, string[]> {
  return { [kind === 'books' ? 'bookIds' : 'seriesIds']: ids }
}
