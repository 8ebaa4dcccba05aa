import type { AuthorRole, PublicationMetadata } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { parseDateParts } from '../values/date.ts'
import { gtinDigits, isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, htmlToPlainText, parseIntegerField } from '../values/text.ts'
import { childrenNamed, firstChildNamed, rawTextOf, textOf, textOfChild } from '../xml/tree.ts'
import { authorsInField, readSidecarRoot, type SidecarLimits, withoutEmptyFields } from './read-sidecar-xml.ts'

/** CoMet 1.1 (comet.xml): one flat list, elements may repeat. */
export function readComet(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  const root = readSidecarRoot(bytes, limits, 'comet')
  const field = (name: string) => textOfChild(root, name)
  const all = (name: string) => distinctTexts(childrenNamed(root, name).map((element) => textOf(element)))
  const direction = field('readingDirection')?.toLowerCase()
  return withoutEmptyFields({
    title: field('title'),
    series: field('series'),
    number: field('issue'),
    volume: parseIntegerField(field('volume'), 0, 9999),
    summary: htmlToPlainText(rawTextOf(firstChildNamed(root, 'description'))),
    publisher: field('publisher'),
    ...parseDateParts(field('date')),
    genres: all('genre'),
    characters: all('character'),
    format: field('format'),
    language: languageTag(field('language')),
    ageRating: ageOfRating(field('rating')),
    isbn: isbn13(field('identifier')),
    gtin: gtinDigits(field('identifier')?.replace(/^\D*:/, '')),
    readingDirection: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    authors: creditFields.flatMap(([name, role]) =>
      (all(name) ?? []).flatMap((written) => authorsInField(written, role)),
    ),
  })
}

const creditFields: [string, AuthorRole][] = [
  ['creator', 'author'],
  ['writer', 'writer'],
  ['penciller', 'penciller'],
  ['inker', 'inker'],
  ['colorist', 'colorist'],
  ['letterer', 'letterer'],
  ['coverDesigner', 'cover_artist'],
  ['editor', 'editor'],
]
