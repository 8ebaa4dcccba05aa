import type { CuratedList, ListKind } from '../../api/curated-lists.ts'
import { usePermission } from '../../api/session.ts'

export function useCanShareLists(kind: ListKind): boolean {
  return usePermission(kind === 'collections' ? 'SeriesWrite' : 'BooksWrite')
}

export function useCanEditList(kind: ListKind, list: CuratedList | undefined): boolean {
  return canEditList(list, useCanShareLists(kind))
}

/** One's own list is one's own to change, whatever else one may do; others' own lists nobody is shown. */
export function canEditList(list: Pick<CuratedList, 'shared'> | undefined, mayShare: boolean): boolean {
  return mayShare || list?.shared === false
}
