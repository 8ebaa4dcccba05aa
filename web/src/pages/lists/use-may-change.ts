import type { AnyList, ListNoun } from '../../api/lists.ts'
import { useMay } from '../../api/session.ts'

export function useMayShare(noun: ListNoun): boolean {
  return useMay(noun === 'collections' ? 'SeriesWrite' : 'BooksWrite')
}

export function useMayChange(noun: ListNoun, list: AnyList | undefined): boolean {
  return mayChange(list, useMayShare(noun))
}

/** One's own list is one's own to change, whatever else one may do; others' own lists nobody is shown. */
export function mayChange(list: Pick<AnyList, 'shared'> | undefined, mayShare: boolean): boolean {
  return mayShare || list?.shared === false
}
