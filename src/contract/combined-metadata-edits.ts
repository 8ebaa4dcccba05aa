import { AlternateTitleLabel, AlternateTitleText } from './alternate-titles.ts'
import { ExternalLinkInput } from './external-data.ts'
import { GenreOrTagNames } from './genre-or-tag.ts'
import {
  BookLocksPatch,
  BookMetadata,
  bookMetadataPatchFields,
  SeriesLocksPatch,
  seriesMetadataPatchFields,
} from './metadata.ts'
import { ById, patch } from './route.ts'
import { SeriesMetadataWithExternals } from './series-metadata.ts'
import Type from './typebox.ts'

const description =
  'Everything in the body is saved together, or nothing is. Absent fields stay unchanged, null clears a field, and a value sets it. Lists replace ' +
  'the whole list. Fields in the body are locked, unless `locks` says otherwise.'

const AlternateTitleToKeep = Type.Object({
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'The title to change. Without an id, a title is added.' }),
  ),
  label: AlternateTitleLabel,
  title: AlternateTitleText,
})

/** What an editor saves in one transaction: the fields, the related lists and the locks. */
export const combinedMetadataEdits = {
  series: patch('/series/:id/full', {
    permission: 'SeriesWrite',
    tag: 'Series metadata',
    summary: 'Update a series with its genres, tags, titles, links and locks',
    description,
    params: ById,
    body: Type.Object(
      {
        ...seriesMetadataPatchFields,
        genres: Type.Optional(GenreOrTagNames),
        tags: Type.Optional(GenreOrTagNames),
        alternateTitles: Type.Optional(Type.Array(AlternateTitleToKeep, { maxItems: 200 })),
        externalLinks: Type.Optional(Type.Array(ExternalLinkInput, { maxItems: 200 })),
        locks: Type.Optional(SeriesLocksPatch),
      },
      { additionalProperties: false, title: 'SeriesFullPatch' },
    ),
    response: SeriesMetadataWithExternals,
  }),
  book: patch('/books/:id/full', {
    permission: 'BooksWrite',
    tag: 'Book metadata',
    summary: 'Update a book with its genres, tags and locks',
    description,
    params: ById,
    body: Type.Object(
      {
        ...bookMetadataPatchFields,
        genres: Type.Optional(GenreOrTagNames),
        tags: Type.Optional(GenreOrTagNames),
        locks: Type.Optional(BookLocksPatch),
      },
      { additionalProperties: false, title: 'BookFullPatch' },
    ),
    response: BookMetadata,
  }),
}
