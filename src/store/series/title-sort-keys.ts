import { sortKey } from '../text/sort-key.ts'

/** A sort title is taken at its word; otherwise a leading article does not count. */
export function titleSortKeys(title: string, titleSort: string | null): { sort_key: string; title_key: string } {
  return {
    sort_key: titleSort ? sortKey(titleSort, { keepArticle: true }) : sortKey(title),
    title_key: sortKey(title, { keepArticle: true }),
  }
}
