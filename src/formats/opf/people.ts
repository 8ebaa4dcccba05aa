import type { Author, AuthorRole } from '../publication.ts'
import { wordTable } from '../values/word-table.ts'
import { textOf } from '../xml/tree.ts'
import type { PackageStatements } from './package-statements.ts'

/** Creators and contributors with their roles; publishers are returned separately. */
export function peopleOf(statements: PackageStatements): { authors: Author[]; publishers: string[] } {
  const authors: Author[] = []
  const publishers = statements.dc('publisher').map((element) => textOf(element)!)
  for (const [name, otherwise] of [
    ['creator', 'author'],
    ['contributor', 'contributor'],
  ] as const) {
    for (const element of statements.dc(name)) {
      const person = textOf(element)!
      // Only the first role is used, as in Readium: one person is one entry.
      const relator = statements
        .refining(element, 'role')[0]
        ?.toLowerCase()
        .replace(/^.*[/:#]/, '')
      if (relator === 'pbl' || relator === 'publisher') publishers.push(person)
      else if (!isSoftware(person, relator) && !isUnknown(person))
        authors.push(author(person, roles[relator ?? ''] ?? otherwise, statements.refining(element, 'file-as')[0]))
    }
  }
  return { authors: withoutDoubles(authors), publishers: publishers.filter((name) => !isUnknown(name)) }
}

/** If a book has several authors, calibre gives each of them the combined sort name, which is useless. */
function author(name: string, role: AuthorRole, sortName: string | undefined): Author {
  return sortName && sortName !== name && !sortName.includes(' & ') ? { name, role, sortName } : { name, role }
}

/** calibre and FanFicFare add themselves as contributors to the books they generate. */
function isSoftware(name: string, relator: string | undefined): boolean {
  return /^(calibre|FanFicFare|Sigil)\b.*[[(]/.test(name) && (relator === undefined || relator === 'bkp')
}

/** calibre and Sphinx write a placeholder for missing values. */
export function isUnknown(text: string): boolean {
  return /^(unknown( author)?|n\/?a)$/i.test(text)
}

function withoutDoubles(authors: Author[]): Author[] {
  const seen = new Set<string>()
  return authors.filter(({ name, role }) => !seen.has(`${role} ${name}`) && seen.add(`${role} ${name}`))
}

/** MARC relators, and the words that some tools use instead. */
const roles = wordTable<AuthorRole>({
  aut: 'author',
  author: 'author',
  aus: 'writer',
  wst: 'writer',
  writer: 'writer',
  edt: 'editor',
  editor: 'editor',
  trl: 'translator',
  translator: 'translator',
  ill: 'illustrator',
  illustrator: 'illustrator',
  art: 'illustrator',
  artist: 'illustrator',
  drm: 'penciller',
  penciller: 'penciller',
  ink: 'inker',
  inker: 'inker',
  clr: 'colorist',
  colorist: 'colorist',
  letterer: 'letterer',
  cov: 'cover_artist',
  ctb: 'contributor',
})
