import type { PublicationMetadata, StoryArc } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { parseDateParts } from '../values/date.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, htmlToPlainText, webAddresses } from '../values/text.ts'
import { attributeOf, rawTextOf, textOf, type XmlElement } from '../xml/tree.ts'
import { identifiersOf } from './identifiers.ts'
import { type PackageStatements, packageStatementsOf } from './package-statements.ts'
import { isUnknown, peopleOf } from './people.ts'

/** The metadata of a package document: of an EPUB, or the `metadata.opf` that calibre stores next to its books. */
export function opfMetadataOf(packageElement: XmlElement): PublicationMetadata {
  const statements = packageStatementsOf(packageElement)
  const { authors, publishers } = peopleOf(statements)
  const { isbn, byScheme } = identifiersOf(statements)
  const title = mainTitle(statements)
  const metadata: PublicationMetadata = {
    title: textOf(title),
    sortTitle: (title && statements.refining(title, 'file-as')[0]) ?? statements.named('calibre:title_sort'),
    subtitle: titleOfType(statements, 'subtitle'),
    edition: titleOfType(statements, 'edition'),
    ...collectionsOf(statements),
    summary: summaryOf(statements),
    publisher: publishers[0],
    ...parseDateParts(publicationDate(statements)),
    modified: modificationDate(statements),
    language: statements
      .dc('language')
      .map((element) => languageTag(textOf(element)))
      .find(Boolean),
    authors,
    genres: subjects(statements),
    ageRating: ageOfRating(textOf(statements.properties('schema:typicalAgeRange')[0])?.replace(/-.*$/, '')),
    isbn,
    identifiers: byScheme,
    urls: webAddresses([byScheme.url, ...statements.dc('source').map((element) => textOf(element))]),
  }
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => isPresent(value)))
}

function isPresent(value: unknown): boolean {
  if (value === undefined) return false
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0
}

function mainTitle(statements: PackageStatements): XmlElement | undefined {
  const titles = statements.dc('title')
  return (
    titles.find((title) => titleType(statements, title) === 'main') ??
    titles.find((title) => !titleType(statements, title)) ??
    titles[0]
  )
}

function titleType(statements: PackageStatements, title: XmlElement): string | undefined {
  return statements.refining(title, 'title-type')[0]?.toLowerCase()
}

/** Of several, the one with the lowest `display-seq`. */
function titleOfType(statements: PackageStatements, type: string): string | undefined {
  const order = (title: XmlElement) => Number(statements.refining(title, 'display-seq')[0] ?? Number.MAX_SAFE_INTEGER)
  const titles = statements.dc('title').filter((title) => titleType(statements, title) === type)
  return textOf(titles.toSorted((a, b) => order(a) - order(b))[0])
}

/** EPUB 2 marks the event of a date; an unmarked one is the publication date (the only one in EPUB 3). */
function publicationDate(statements: PackageStatements): string | undefined {
  const dates = statements.dc('date')
  const ofEvent = (event: string | undefined) =>
    dates.find((date) => attributeOf(date, 'event')?.toLowerCase() === event)
  const date = ofEvent('publication') ?? ofEvent(undefined) ?? ofEvent('original-publication') ?? ofEvent('creation')
  return textOf(date) ?? textOf(statements.properties('dcterms:issued')[0])
}

function modificationDate(statements: PackageStatements): string | undefined {
  const marked = statements.dc('date').find((date) => attributeOf(date, 'event')?.toLowerCase() === 'modification')
  return textOf(statements.properties('dcterms:modified')[0]) ?? textOf(marked)
}

/** A single subject without refinements is often a whole list in one element. */
function subjects(statements: PackageStatements): string[] | undefined {
  const elements = statements.dc('subject')
  const only = elements.length === 1 ? elements[0]! : undefined
  const isRefined =
    only && ['term', 'authority', 'file-as'].some((property) => statements.refining(only, property).length > 0)
  if (only && !isRefined) return distinctTexts(textOf(only)!.split(/[,;]/))
  return distinctTexts(elements.map((element) => textOf(element)))
}

/**
 * EPUB 3 `belongs-to-collection`: the first of type `series` is the series, the others are collections. (Standard
 * Ebooks lists best-of lists before the series, so the first of any kind would be wrong.) Without one, calibre's
 * `calibre:series` and `calibre:series_index`.
 */
function collectionsOf(
  statements: PackageStatements,
): Pick<PublicationMetadata, 'series' | 'seriesSort' | 'number' | 'collections'> {
  const groups = statements.properties('belongs-to-collection').map((element) => ({
    name: textOf(element)!,
    isSeries: statements.refining(element, 'collection-type')[0]?.toLowerCase() === 'series',
    sort: statements.refining(element, 'file-as')[0],
    number: exactNumber(statements.refining(element, 'group-position')[0]),
  }))
  const series = groups.find((group) => group.isSeries)
  const collections: StoryArc[] = groups
    .filter((group) => group !== series)
    .map(({ name, number }) => (number === undefined ? { name } : { name, number }))
  if (series) return { series: series.name, seriesSort: series.sort, number: series.number, collections }
  const name = statements.named('calibre:series')
  if (!name) return { collections }
  return { series: name, number: exactNumber(statements.named('calibre:series_index')), collections }
}

/** `3.0` and `3` are the same number; `1.50` is 1.5; other text (`1.2.3`) stays as written. */
function exactNumber(written: string | undefined): string | undefined {
  if (!written) return undefined
  return /^[+-]?\d+(\.\d+)?$/.test(written) ? String(Number(written)) : written
}

function summaryOf(statements: PackageStatements): string | undefined {
  const text = htmlToPlainText(rawTextOf(statements.dc('description')[0]))
  return text && isUnknown(text) ? undefined : text
}
