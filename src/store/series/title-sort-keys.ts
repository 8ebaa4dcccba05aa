import { sortKey } from '../text/sort-key.ts'

/** A sort title is used as it is; otherwise a leading article is ignored. */
export function titleSortKeys(title: string, titleSort: string | null): { sort_key: string; title_key: string } {
  return {
    sort_key: titleSort ? sortKey(titleSort, { keepArticle: true }) : sortKey(title),
    title_key: sortKey(title, { keepArticle: true }),
  }
}
