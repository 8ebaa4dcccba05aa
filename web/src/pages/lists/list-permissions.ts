import type { CuratedList, ListKind } from '../../api/curated-lists.ts'
import { usePermission } from '../../api/session.ts'

export function useCanShareLists(kind: ListKind): boolean {
  return usePermission(kind === 'collections' ? 'SeriesWrite' : 'BooksWrite')
}

export function useCanEditList(kind: ListKind, list: CuratedList | undefined): boolean {
  return canEditList(list, useCanShareLists(kind))
}

/** Users can always edit their own private lists; other users' private lists are never shown. */
export function canEditList(list: Pick<CuratedList, 'shared'> | undefined, mayShare: boolean): boolean {
  return mayShare || list?.shared === false
}
