import { isbn13 } from '../values/isbn.ts'
import { wordTable } from '../values/word-table.ts'
import { attributeOf, textOf, type XmlElement } from '../xml/tree.ts'
import type { PackageStatements } from './package-statements.ts'

export interface Identifiers {
  isbn?: string
  /** By lower-case scheme; the first of each. */
  byScheme: Record<string, string>
}

export function identifiersOf(statements: PackageStatements): Identifiers {
  const byScheme: Record<string, string> = {}
  let isbn: string | undefined
  for (const element of [...statements.dc('identifier'), ...statements.dc('source').filter(isIsbnUrn)]) {
    const [scheme, value] = schemeAndValue(element, statements)
    const asIsbn = scheme === undefined || scheme === 'isbn' || scheme === 'ean' ? isbn13(value) : undefined
    isbn ??= asIsbn
    if (asIsbn !== undefined || scheme === undefined || scheme === 'isbn') continue
    byScheme[scheme] ??= value
  }
  return { isbn, byScheme }
}

/** The package's unique identifier, raw: it is also the key of obfuscated fonts. */
export function uniqueIdentifierOf(packageElement: XmlElement, statements: PackageStatements): string | undefined {
  const id = attributeOf(packageElement, 'unique-identifier')
  const all = statements.dc('identifier')
  return textOf(all.find((element) => id !== undefined && attributeOf(element, 'id') === id) ?? all[0])
}

function isIsbnUrn(element: XmlElement): boolean {
  return /^urn:isbn:/i.test(textOf(element) ?? '')
}

/** ONIX code list 5, used by EPUB 3 `identifier-type`. */
const onix = wordTable<string>({ '02': 'isbn', '06': 'doi', '15': 'isbn', '03': 'ean' })

const schemeNames = wordTable<string>({
  'mobi-asin': 'asin',
  amazon: 'asin',
  uri: 'url',
  http: 'url',
  https: 'url',
})

function schemeAndValue(
  element: XmlElement,
  statements: PackageStatements,
): [scheme: string | undefined, value: string] {
  const text = textOf(element)!
  const declared = attributeOf(element, 'scheme') ?? statements.refining(element, 'identifier-type')[0]
  if (/^https?:/i.test(text)) return ['url', text]
  const urn = /^(?:urn:)?([a-z][a-z0-9._-]{1,31}):(.+)$/i.exec(text)
  const scheme = (declared && (onix[declared] ?? declared)) || urn?.[1]
  if (!scheme) return [undefined, text]
  const name = scheme.toLowerCase().replace(/\s+/g, '')
  return [schemeNames[name] ?? name, urn?.[2]?.trim() ?? text]
}
