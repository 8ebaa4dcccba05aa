import type { AuthorView } from '../../../store/book/view.ts'
import { roleOut } from '../search/roles.ts'

interface Presented {
  name: string
  role: string
}

/** Everyone once for each role, in Komga's words for them. */
export function presentAuthors(authors: readonly AuthorView[]): Presented[] {
  const everyone = new Map(authors.map(({ name, role }) => [`${roleOut(role)} ${name}`, { name, role: roleOut(role) }]))
  return [...everyone.values()]
}
