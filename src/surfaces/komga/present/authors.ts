import type { AuthorView } from '../../../store/book/view.ts'
import { roleOut } from '../search/roles.ts'

interface Presented {
  name: string
  role: string
}

const presented = new WeakMap<readonly AuthorView[], Presented[]>()

/** Everyone once for each role, in Komga's words for them. */
export function presentAuthors(authors: readonly AuthorView[]): Presented[] {
  const known = presented.get(authors)
  if (known) return known
  const everyone = new Map(authors.map(({ name, role }) => [`${roleOut(role)} ${name}`, { name, role: roleOut(role) }]))
  const list = [...everyone.values()]
  presented.set(authors, list)
  return list
}
