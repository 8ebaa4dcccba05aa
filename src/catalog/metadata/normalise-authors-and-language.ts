import type { Author } from '../../contract/metadata.ts'
import type { Fault } from '../../contract/problems.ts'
import { languageTag } from '../../formats/values/language.ts'
import { normaliseLine } from './normalise-text.ts'

/** What `book_meta.authors` and `series.authors` hold. */
export interface NormalisedAuthor {
  name: string
  role: Author['role']
  sortName?: string
}

/** Everyone once for each role. A name of nothing but spaces is a fault, not somebody. */
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

/** A BCP 47 tag; common slips ("en_us", "Japanese") are put right. */
export function normaliseLanguage(text: string | null, path: string, faults: Fault[]): string | null {
  const written = normaliseLine(text)
  if (written === null) return null
  const tag = languageTag(written) ?? wellFormed(written)
  if (tag === undefined) faults.push({ path, message: 'must be a language tag such as en, ja or zh-Hant' })
  return tag ?? null
}

function wellFormed(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
