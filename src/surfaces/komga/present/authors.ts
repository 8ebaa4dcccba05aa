import type { AuthorView } from '../../../store/book/view.ts'
import { komgaRoleOf } from '../search/translate-role.ts'

interface Presented {
  name: string
  role: string
}

/** Distinct people per role, with Komga's role names. */
export function presentKomgaAuthors(authors: readonly AuthorView[]): Presented[] {
  const everyone = new Map(
    authors.map(({ name, role }) => [`${komgaRoleOf(role)} ${name}`, { name, role: komgaRoleOf(role) }]),
  )
  return [...everyone.values()]
}
