import type { Author, AuthorRole, PublicationMetadata } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { parseDateParts } from '../values/date.ts'
import { gtinDigits, isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, htmlToPlainText, parseIntegerField, parseTextField, webAddresses } from '../values/text.ts'
import { wordTable } from '../values/word-table.ts'
import {
  attributeOf,
  childElementsOf,
  childrenNamed,
  firstChildNamed,
  rawTextOf,
  textOf,
  textOfChild,
  type XmlElement,
} from '../xml/tree.ts'
import { readSidecarRoot, type SidecarLimits, withoutEmptyFields } from './read-sidecar-xml.ts'

/** MetronInfo.xml 1.0 and 1.1 (https://metron-project.github.io/docs/metroninfo). */
export function readMetronInfo(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  const root = readSidecarRoot(bytes, limits, 'MetronInfo')
  const series = firstChildNamed(root, 'Series')
  const publisher = firstChildNamed(root, 'Publisher')
  const gtin = firstChildNamed(root, 'GTIN')
  const stories = list(root, 'Stories') ?? []
  return withoutEmptyFields({
    title: textOfChild(root, 'CollectionTitle') ?? (stories.length > 0 ? stories.join('; ') : undefined),
    series: textOfChild(series, 'Name'),
    seriesSort: textOfChild(series, 'SortName'),
    localizedSeries: list(series, 'AlternativeNames')?.[0],
    seriesYear: parseIntegerField(textOfChild(series, 'StartYear'), 1000, 2999),
    number: textOfChild(root, 'Number'),
    volume: parseIntegerField(textOfChild(root, 'MangaVolume') ?? textOfChild(series, 'Volume'), 0, 9999),
    count: parseIntegerField(textOfChild(series, 'IssueCount'), 1, 1_000_000),
    format: textOfChild(series, 'Format'),
    language: languageTag(attributeOf(series, 'lang')),
    storyArcs: childElementsOf(firstChildNamed(root, 'Arcs')).flatMap((arc) => {
      const name = textOfChild(arc, 'Name')
      return name ? [{ name, number: textOfChild(arc, 'Number') }] : []
    }),
    summary: htmlToPlainText(rawTextOf(firstChildNamed(root, 'Summary'))),
    notes: parseTextField(rawTextOf(firstChildNamed(root, 'Notes'))),
    publisher:
      textOfChild(publisher, 'Name') ??
      (publisher && childElementsOf(publisher).length === 0 ? textOf(publisher) : undefined),
    imprint: textOfChild(publisher, 'Imprint'),
    ...parseDateParts(textOfChild(root, 'CoverDate') ?? textOfChild(root, 'StoreDate')),
    authors: authors(firstChildNamed(root, 'Credits')),
    genres: list(root, 'Genres'),
    tags: list(root, 'Tags'),
    characters: list(root, 'Characters'),
    teams: list(root, 'Teams'),
    locations: list(root, 'Locations'),
    ageRating: age(textOfChild(root, 'AgeRating')),
    manga: textOfChild(root, 'MangaVolume') ? true : undefined,
    isbn: isbn13(textOfChild(gtin, 'ISBN')),
    gtin: gtinDigits(textOfChild(gtin, 'UPC')) ?? gtinDigits(textOfChild(gtin, 'ISBN')),
    identifiers: identifiers(root),
    urls: webAddresses(primaryFirst(childrenNamed(firstChildNamed(root, 'URLs'), 'URL')).map(textOf)),
    modified: textOfChild(root, 'LastModified'),
  })
}

function list(parent: XmlElement | undefined, name: string): string[] | undefined {
  return distinctTexts(childElementsOf(firstChildNamed(parent, name)).map((item) => textOf(item)))
}

/** The schema defines Teen as twelve and up. */
function age(written: string | undefined): number | undefined {
  return written?.toLowerCase() === 'teen' ? 12 : ageOfRating(written)
}

const roles = wordTable<AuthorRole>({
  writer: 'writer',
  script: 'writer',
  story: 'writer',
  plot: 'writer',
  artist: 'penciller',
  penciller: 'penciller',
  breakdowns: 'penciller',
  layouts: 'penciller',
  illustrator: 'illustrator',
  inker: 'inker',
  embellisher: 'inker',
  finishes: 'inker',
  'ink assists': 'inker',
  colorist: 'colorist',
  'color separations': 'colorist',
  'color assists': 'colorist',
  'color flats': 'colorist',
  'gray tone': 'colorist',
  letterer: 'letterer',
  cover: 'cover_artist',
  translator: 'translator',
})

function authors(credits: XmlElement | undefined): Author[] {
  const found = new Map<string, Author>()
  for (const item of childrenNamed(credits, 'Credit')) {
    const name = textOfChild(item, 'Creator')
    if (!name) continue
    for (const written of childElementsOf(firstChildNamed(item, 'Roles')).map(textOf)) {
      const text = written?.toLowerCase() ?? ''
      const role = roles[text] ?? (/editor/.test(text) ? 'editor' : 'contributor')
      found.set(`${role} ${name}`, { name, role })
    }
    if (childElementsOf(firstChildNamed(item, 'Roles')).length === 0)
      found.set(`contributor ${name}`, { name, role: 'contributor' })
  }
  return [...found.values()]
}

/** 1.0 has `<ID><Primary source=…>…</Primary></ID>`, 1.1 `<IDS><ID source=… primary=…>…</ID></IDS>`. */
function identifiers(root: XmlElement): Record<string, string> | undefined {
  const elements = [...childElementsOf(firstChildNamed(root, 'IDS')), ...childElementsOf(firstChildNamed(root, 'ID'))]
  const entries = elements.flatMap((element) => {
    const source = attributeOf(element, 'source')?.toLowerCase().replace(/\s+/g, '')
    const value = textOf(element)
    return source && value ? [[source === 'grandcomicsdatabase' ? 'gcd' : source, value] as const] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function primaryFirst(elements: XmlElement[]): XmlElement[] {
  return elements.toSorted(
    (a, b) => Number(attributeOf(b, 'primary') === 'true') - Number(attributeOf(a, 'primary') === 'true'),
  )
}
