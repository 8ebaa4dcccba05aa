import type { Author } from '../../contract/metadata.ts'
import type { Fault } from '../../contract/problems.ts'
import { normaliseLine } from './normalise-text.ts'

/** The content of `book_meta.authors` and `series.authors`. */
export interface NormalisedAuthor {
  name: string
  role: Author['role']
  sortName?: string
}

/** Distinct people per role. A blank name is a fault. */
export function normaliseAuthors(authors: readonly Author[] | null, faults: Fault[]): NormalisedAuthor[] {
  const seen = new Map<string, NormalisedAuthor>()
  for (const [index, { name, role, sortName }] of (authors ?? []).entries()) {
    const clean = normaliseLine(name)
    if (clean === null) {
      faults.push({ path: `authors.${index}.name`, message: 'must not be blank' })
      continue
    }
    const key = `${role} ${clean.toLowerCase()}`
    const sort = normaliseLine(sortName)
    if (!seen.has(key)) seen.set(key, { name: clean, role, ...(sort && { sortName: sort }) })
  }
  return [...seen.values()]
}
