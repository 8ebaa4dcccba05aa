import type { PublicationDto, PublicationLinkDto, PublicationMetadataDto } from '../../../contract/komga/publication.ts'
import { withoutUndefined } from '../../../formats/values/without-undefined.ts'
import { wordTable } from '../../../formats/values/word-table.ts'
import type { FullBookView } from '../../../store/book/view.ts'
import { presentKomgaAuthors } from './authors.ts'
import { formatKomgaDate, formatKomgaTime, komgaIdOf } from './format-values.ts'
import { komgaMediaTypeOf } from './media.ts'

export type PublicationProfile = 'divina' | 'epub' | 'pdf'

/** The common part of a manifest, for any kind of book. `at`: `https://host/komga/api/v1`. */
export function makePublicationSkeleton(
  book: FullBookView,
  profile: PublicationProfile,
  { at, type, layout }: { at: string; type: string; layout?: 'fixed' | 'reflowable' },
): PublicationDto {
  const here = `${at}/books/${komgaIdOf(book.uid)}`
  return {
    context: 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: metadataOf(book, profile, at, layout),
    links: [
      { rel: 'self', href: `${here}/manifest`, type },
      { rel: 'http://opds-spec.org/acquisition', href: `${here}/file`, type: komgaMediaTypeOf(book) },
    ],
    images: [{ href: `${here}/thumbnail`, type: 'image/jpeg' }],
    readingOrder: [],
    resources: [],
    toc: [],
    landmarks: [],
    pageList: [],
  }
}

function metadataOf(
  book: FullBookView,
  profile: PublicationProfile,
  at: string,
  layout: 'fixed' | 'reflowable' | undefined,
): PublicationMetadataDto {
  const { meta } = book
  const [isbn] = Array.isArray(meta.facts.isbns) ? (meta.facts.isbns as string[]) : []
  const language = book.language ?? undefined
  const publisher = typeof meta.facts.publisher === 'string' ? meta.facts.publisher : undefined
  const seriesLink: PublicationLinkDto = { href: `${at}/series/${komgaIdOf(book.seriesUid)}`, type: 'application/json' }
  return withoutUndefined<PublicationMetadataDto>({
    title: book.title,
    identifier: isbn ? `urn:isbn:${isbn}` : undefined,
    conformsTo: `https://readium.org/webpub-manifest/profiles/${profile}`,
    modified: formatKomgaTime(book.updatedAt),
    published: formatKomgaDate(book.releaseDate) ?? undefined,
    language,
    ...peopleOf(book),
    publisher: publisher ? [publisher] : undefined,
    subject: meta.tags.length > 0 ? meta.tags.map((tag) => tag.name) : undefined,
    readingProgression: DIRECTIONS[book.readingDirection],
    description: meta.summary ?? undefined,
    numberOfPages: book.pageCount,
    belongsTo: {
      series: [withoutUndefined({ name: book.seriesTitle, position: book.number ?? undefined, links: [seriesLink] })],
    },
    rendition: layout && { layout },
  })
}

const DIRECTIONS: Record<string, 'rtl' | 'ltr' | 'ttb'> = { ltr: 'ltr', rtl: 'rtl', ttb: 'ttb', webtoon: 'ttb' }

function peopleOf({ meta }: FullBookView): Partial<PublicationMetadataDto> {
  const people = Object.groupBy(presentKomgaAuthors(meta.authors), ({ role }) => CREDITS[role] ?? 'contributor')
  return Object.fromEntries(
    Object.entries(people).map(([credit, authors]) => [credit, [...new Set(authors?.map((author) => author.name))]]),
  )
}

const CREDITS = wordTable<keyof PublicationMetadataDto>({
  writer: 'author',
  translator: 'translator',
  editor: 'editor',
  artist: 'artist',
  illustrator: 'illustrator',
  letterer: 'letterer',
  penciller: 'penciler',
  colorist: 'colorist',
  inker: 'inker',
})
