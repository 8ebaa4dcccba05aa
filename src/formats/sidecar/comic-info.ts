import type { AlternateSeries, Author, AuthorRole, PageFacts, PublicationMetadata, StoryArc } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { validDateParts } from '../values/date.ts'
import { gtinDigits, isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { htmlToPlainText, parseIntegerField, parseListField, parseTextField, webAddresses } from '../values/text.ts'
import { attributeOf, childrenNamed, firstChildNamed, rawTextOf, type XmlElement } from '../xml/tree.ts'
import { authorsInField, readSidecarRoot, type SidecarLimits, withoutEmptyFields } from './read-sidecar-xml.ts'

/**
 * ComicInfo.xml, versions 1.0 to 2.1 and what taggers add to them. Fields are independent: an invalid one is left out,
 * the others stay. Most real files fail the schema, so it isn't checked.
 */
export function readComicInfo(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  const root = readSidecarRoot(bytes, limits, 'ComicInfo')
  const field = (name: string) => parseTextField(rawTextOf(firstChildNamed(root, name)))
  const gtin = gtinDigits(field('GTIN'))
  const manga = field('Manga')?.toLowerCase()
  return withoutEmptyFields({
    title: field('Title'),
    sortTitle: field('TitleSort'),
    series: field('Series'),
    seriesSort: field('SeriesSort'),
    localizedSeries: field('LocalizedSeries'),
    seriesGroup: field('SeriesGroup'),
    number: field('Number'),
    volume: parseIntegerField(field('Volume'), 0, 9999),
    count: parseIntegerField(field('Count'), 1, 1_000_000),
    alternateSeries: alternateSeries(field),
    storyArcs: storyArcs(field('StoryArc'), field('StoryArcNumber')),
    summary: htmlToPlainText(field('Summary')),
    review: htmlToPlainText(field('Review')),
    notes: field('Notes'),
    publisher: field('Publisher'),
    imprint: field('Imprint'),
    ...date(field),
    language: languageTag(field('LanguageISO')),
    authors: authors(field),
    genres: parseListField(field('Genre')),
    tags: parseListField(field('Tags')),
    ageRating: ageOfRating(field('AgeRating')),
    readingDirection: manga === 'yesandrighttoleft' ? 'rtl' : undefined,
    manga: manga === 'no' ? false : manga?.startsWith('yes') ? true : undefined,
    blackAndWhite: yesOrNo(field('BlackAndWhite')),
    format: field('Format'),
    isbn: isbn13(gtin),
    gtin,
    identifiers: identifiersIn(field('Notes')),
    urls: webAddresses([field('Web')]),
    characters: parseListField(field('Characters')),
    teams: parseListField(field('Teams')),
    locations: parseListField(field('Locations')),
    mainCharacterOrTeam: field('MainCharacterOrTeam'),
    communityRating: rating(field('CommunityRating')),
    scanInformation: field('ScanInformation'),
    pageFacts: pageFacts(firstChildNamed(root, 'Pages')),
  })
}

type Field = (name: string) => string | undefined

const creditFields: [string, AuthorRole][] = [
  ['Writer', 'writer'],
  ['Penciller', 'penciller'],
  ['Inker', 'inker'],
  ['Colorist', 'colorist'],
  ['Letterer', 'letterer'],
  ['CoverArtist', 'cover_artist'],
  ['Editor', 'editor'],
  ['Translator', 'translator'],
]

function authors(field: Field): Author[] {
  return creditFields.flatMap(([name, role]) => authorsInField(field(name), role))
}

function date(field: Field) {
  return validDateParts(Number(field('Year') ?? 0), Number(field('Month') ?? 0), Number(field('Day') ?? 0))
}

function alternateSeries(field: Field): AlternateSeries[] | undefined {
  const name = field('AlternateSeries')
  if (!name) return undefined
  return [{ name, number: field('AlternateNumber'), count: parseIntegerField(field('AlternateCount'), 1, 1_000_000) }]
}

/** Names and numbers are two parallel lists; a number without a name is dropped, a name without a number is not. */
function storyArcs(names: string | undefined, numbers: string | undefined): StoryArc[] | undefined {
  if (!names) return undefined
  const counted = numbers?.split(',').map((number) => number.trim()) ?? []
  return names
    .split(',')
    .map((name, at) => ({ name: name.trim(), number: counted[at] || undefined }))
    .filter(({ name }) => name)
}

function yesOrNo(written: string | undefined): boolean | undefined {
  if (/^(yes|true|1)$/i.test(written ?? '')) return true
  return /^(no|false|0)$/i.test(written ?? '') ? false : undefined
}

function rating(written: string | undefined): number | undefined {
  const value = Number(written?.replace(',', '.') || Number.NaN)
  return value >= 0 && value <= 5 ? value : undefined
}

/** ComicTagger and similar tools store the issue's id at Comic Vine or Metron in the notes. */
function identifiersIn(notes: string | undefined): Record<string, string> | undefined {
  const issue = /\[CVDB(\d+)\]/i.exec(notes ?? '') ?? /\[Issue ID (\d+)\]/i.exec(notes ?? '')
  if (!issue) return undefined
  return { [/Metron/i.test(notes!) && !/Comic ?Vine|CVDB/i.test(notes!) ? 'metron' : 'comicvine']: issue[1]! }
}

function pageFacts(pages: XmlElement | undefined): PageFacts[] | undefined {
  const facts: PageFacts[] = []
  for (const element of childrenNamed(pages, 'Page')) {
    const page = parseIntegerField(attributeOf(element, 'Image'), 0, 1_000_000)
    if (page === undefined) continue
    const type = attributeOf(element, 'Type')
    facts.push({
      page,
      ...(type && { type: type === 'Delete' ? 'Deleted' : type }),
      ...(attributeOf(element, 'Bookmark') && { bookmark: attributeOf(element, 'Bookmark') }),
      ...(yesOrNo(attributeOf(element, 'DoublePage')) && { doublePage: true }),
    })
  }
  return facts
}
