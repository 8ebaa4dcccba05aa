import type { NormalisedAuthor as StoredCredit } from '../../catalog/metadata/normalise-authors.ts'
import type { EditableSeries } from '../../store/metadata/editable-series.ts'
import type { ProviderSeriesRecord } from '../protocol/records.ts'
import { parseCustomMetadata, withCustomEntries } from './custom-entries.ts'
import { type ExtraMetadata, proposeExtraMetadata } from './extra-metadata.ts'
import { type FieldProposal, proposeTitleSort } from './field-status.ts'

/** Every field of a series that a plugin can fill, with its current and its proposed value. */
export function proposeSeriesFields(
  state: EditableSeries,
  extras: ExtraMetadata,
  record: ProviderSeriesRecord,
): FieldProposal[] {
  return [
    { field: 'title', lock: 'title', permission: 'title', current: state.title, proposed: record.title },
    proposeTitleSort(state, record),
    ...alternateTitles(extras, record),
    { field: 'summary', lock: 'summary', permission: 'summary', current: state.summary, proposed: record.summary },
    { field: 'year', lock: 'year', permission: 'year', current: state.year, proposed: record.year },
    { field: 'status', lock: 'status', permission: 'status', current: state.status, proposed: record.status },
    {
      field: 'publisher',
      lock: 'publisher',
      permission: 'publisher',
      current: state.publisher,
      proposed: record.publisher,
    },
    { field: 'genres', lock: 'genres', permission: 'genres', current: state.genres, proposed: record.genres },
    { field: 'tags', lock: 'tags', permission: 'tags', current: state.tags, proposed: record.tags },
    {
      field: 'authors',
      lock: 'authorsJsonLock',
      permission: 'authors',
      current: state.authors,
      proposed: record.authors,
    },
    {
      field: 'ageRating',
      lock: 'ageRating',
      permission: 'age_rating',
      current: state.ageRating,
      proposed: record.ageRating,
    },
    { field: 'language', lock: 'language', permission: 'language', current: state.language, proposed: record.language },
    {
      field: 'readingDirection',
      lock: 'readingDirection',
      permission: 'reading_direction',
      current: state.readingDirection,
      proposed: record.readingDirection,
    },
    {
      field: 'totalVolumeCount',
      lock: 'totalBookCount',
      permission: 'total_volume_count',
      current: state.totalBookCount,
      proposed: record.totalVolumeCount,
    },
    {
      field: 'totalChapterCount',
      lock: 'customMetadata',
      permission: 'total_chapter_count',
      current: parseCustomMetadata(state.custom).totalChapterCount ?? null,
      proposed: record.totalChapterCount,
    },
    {
      field: 'bannerUrl',
      lock: 'customMetadata',
      permission: 'covers',
      current: parseCustomMetadata(state.custom).bannerUrl ?? null,
      proposed: record.bannerUrl,
    },
    ...relations(extras),
    ...proposeExtraMetadata(extras, record),
  ]
}

function alternateTitles(extras: ExtraMetadata, record: ProviderSeriesRecord): FieldProposal[] {
  const current = extras.alternateTitles.map(({ title, label }) => ({ title, label }))
  const proposed = record.alternateTitles
  return [{ field: 'alternateTitles', lock: 'alternateTitles', permission: 'title', current, proposed }]
}

/** Only relations to series in the libraries are proposed, and relations that a user set stay. */
function relations({ relations = [] }: ExtraMetadata): FieldProposal[] {
  const current = relations.flatMap(({ kindNow, title }) => (kindNow === null ? [] : [{ kind: kindNow, title }]))
  const proposed = relations.map(({ kind, title }) => ({ kind, title }))
  return [{ field: 'relations', permission: 'links', current, proposed }]
}

/** Writes those of the chosen fields that are stored in the series' row. */
export function seriesWithRecordFields(
  before: EditableSeries,
  record: ProviderSeriesRecord,
  fields: ReadonlySet<string>,
): EditableSeries {
  const after: EditableSeries = { ...before }
  if (fields.has('title')) {
    after.title = record.title!
  }
  if (fields.has('titleSort')) after.titleSort = null
  if (fields.has('summary')) after.summary = record.summary!
  if (fields.has('year')) after.year = record.year!
  if (fields.has('status')) after.status = record.status!
  if (fields.has('publisher')) after.publisher = record.publisher!
  if (fields.has('genres')) after.genres = record.genres
  if (fields.has('tags')) after.tags = record.tags
  if (fields.has('authors')) after.authors = record.authors as StoredCredit[]
  if (fields.has('ageRating')) after.ageRating = record.ageRating!
  if (fields.has('language')) after.language = record.language!
  if (fields.has('readingDirection')) after.readingDirection = record.readingDirection!
  if (fields.has('totalVolumeCount')) after.totalBookCount = record.totalVolumeCount!
  after.custom = withCustomEntries(before.custom, {
    ...(fields.has('totalChapterCount') && { totalChapterCount: record.totalChapterCount }),
    ...(fields.has('bannerUrl') && { bannerUrl: record.bannerUrl }),
  })
  return after
}

/** The columns that a field fills, for undoing. */
export const seriesColumnsOf: Readonly<Record<string, readonly (keyof EditableSeries)[]>> = {
  title: ['title', 'titleSort'],
  titleSort: ['titleSort'],
  summary: ['summary'],
  year: ['year'],
  status: ['status'],
  publisher: ['publisher'],
  genres: ['genres'],
  tags: ['tags'],
  authors: ['authors'],
  ageRating: ['ageRating'],
  language: ['language'],
  readingDirection: ['readingDirection'],
  totalVolumeCount: ['totalBookCount'],
}
