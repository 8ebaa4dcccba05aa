import type { AnyList, ListKind } from '../../api/lists.ts'
import { usePermission } from '../../api/session.ts'

export function useCanShareLists(noun: ListKind): boolean {
  return usePermission(noun === 'collections' ? 'SeriesWrite' : 'BooksWrite')
}

export function useCanEditList(noun: ListKind, list: AnyList | undefined): boolean {
  return canEditList(list, useCanShareLists(noun))
}

/** One's own list is one's own to change, whatever else one may do; others' own lists nobody is shown. */
export function canEditList(list: Pick<AnyList, 'shared'> | undefined, mayShare: boolean): boolean {
  return mayShare || list?.shared === false
}
