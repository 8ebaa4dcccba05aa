import type { AuthorRole, BookMetadataPatch, CreditField } from '../../contract/metadata.ts'
import { type Fault, validationProblem } from '../../contract/problems.ts'
import { parseListField } from '../../formats/values/text.ts'
import type { BookFacts } from '../merge/book-facts.ts'
import type { CustomMetadata } from './custom-metadata.ts'
import { type NormalisedAuthor, normaliseAuthors } from './normalise-authors.ts'
import { normaliseLanguage } from './normalise-language.ts'
import { normaliseLine, normaliseLines, normaliseText } from './normalise-text.ts'

/** A validated and cleaned edit; absent keeps the value. Facts are values of `book_meta.facts`, null to clear them. */
export interface BookEdit {
  title?: string | null
  titleSort?: string | null
  number?: string | null
  summary?: string | null
  authors?: NormalisedAuthor[]
  /** All people of a role; those of other roles stay. */
  credits?: { role: AuthorRole; names: string[] }[]
  facts: Partial<Record<keyof BookFacts, unknown>>
  genres?: string[]
  custom?: CustomMetadata | null
}

export function normaliseBookPatch(patch: BookMetadataPatch): BookEdit {
  const faults: Fault[] = []
  const { title, titleSort, number, summary, authors, customMetadata, genre, ...rest } = patch
  const edit: BookEdit = { facts: {} }
  if (title !== undefined) edit.title = normaliseLine(title)
  if (titleSort !== undefined) edit.titleSort = normaliseLine(titleSort)
  if (number !== undefined) edit.number = normaliseLine(number === null ? null : String(number))
  if (summary !== undefined) edit.summary = normaliseText(summary)
  if (authors !== undefined) edit.authors = normaliseAuthors(authors, faults)
  if (customMetadata !== undefined) edit.custom = customMetadata
  if (genre !== undefined) edit.genres = namesOf(genre, { path: 'genre', maxLength: 200, max: 500 }, faults)
  for (const [field, value] of Object.entries(rest)) {
    if (value === undefined) continue
    const role = ROLES[field as CreditField]
    if (role) {
      const names = namesOf(value as string | null, { path: field, maxLength: 500, max: 70 }, faults)
      edit.credits = [...(edit.credits ?? []), { role, names }]
    } else edit.facts[field as keyof BookFacts] = cleanFact(field, value, faults)
  }
  if (faults.length > 0) throw validationProblem(faults)
  return edit
}

/** The names of a comma-separated line, each at most as long as its own field allows. */
function namesOf(line: string | null, { path, maxLength, max }: NameBounds, faults: Fault[]): string[] {
  const names = normaliseLines(parseListField(line ?? '')) ?? []
  if (names.some(({ length }) => length > maxLength))
    faults.push({ path, message: `must not have a name of more than ${maxLength} characters` })
  if (names.length > max) faults.push({ path, message: `must not have more than ${max} names` })
  return names
}

interface NameBounds {
  path: string
  maxLength: number
  /** Seven lines of 70 stay within the 500 authors of a book. */
  max: number
}

function cleanFact(field: string, value: unknown, faults: Fault[]): unknown {
  if (value === null) return null
  if (field === 'languageIso') return normaliseLanguage(value as string, field, faults)
  if (field === 'awards') return cleanAwards(value as Award[], faults)
  if (Array.isArray(value)) return normaliseLines(value as string[])
  return typeof value === 'string' ? normaliseLine(value) : value
}

interface Award {
  name: string
  year?: number | null
  category?: string | null
  won: boolean
}

function cleanAwards(awards: readonly Award[], faults: Fault[]): Award[] | null {
  const clean = awards.map(({ name, year, category, won }, index) => {
    const line = normaliseLine(name)
    if (line === null) faults.push({ path: `awards.${index}.name`, message: 'must not be blank' })
    return { name: line ?? '', year: year ?? null, category: normaliseLine(category), won }
  })
  return clean.length > 0 ? clean : null
}

const ROLES: Record<CreditField, AuthorRole> = {
  writer: 'writer',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  coverArtist: 'cover_artist',
  editor: 'editor',
}
