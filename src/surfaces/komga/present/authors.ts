import type { AuthorView } from '../../../store/book/view.ts'
import { roleOut } from '../search/roles.ts'

/** Everyone once for each role, in Komga's words for them. */
export function presentAuthors(authors: readonly AuthorView[]): { name: string; role: string }[] {
  const seen = new Set<string>()
  return authors
    .map(({ name, role }) => ({ name, role: roleOut(role) }))
    .filter(({ name, role }) => {
      const key = `${role} ${name}`
      return !seen.has(key) && seen.add(key)
    })
}
