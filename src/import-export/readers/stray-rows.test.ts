import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { formatReaderLimitsOf } from '../../config/format-reader-limits.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { openImportSource } from '../open-import-source.ts'
import type { ImportRecord } from '../records.ts'
import { folder, read } from './read.fixture.ts'

const rowsOf = (records: readonly ImportRecord[], type: string): number =>
  records.filter((one) => one.type === type || (one.type === 'skipped' && one.what === type)).length

it('names every row of a Kavita whose chapters, tags and pages are gone', async () => {
  const kavita = makeForeignDatabase(
    {
      __EFMigrationsHistory: [{ MigrationId: '20230101000000_X', ProductVersion: '7' }],
      AspNetUsers: [{ Id: 1, UserName: 'ada' }],
      Library: [{ Id: 1, Name: 'Manga', Type: 0 }],
      FolderPath: [{ Path: 'D:\\Manga\\', LibraryId: 1 }],
      Series: [{ Id: 1, LibraryId: 1, Name: 'Zero' }],
      SeriesMetadata: [{ Id: 11, SeriesId: 1 }],
      Volume: [{ Id: 1, SeriesId: 1 }],
      Chapter: [
        { Id: 1, VolumeId: 1, Pages: 0, AgeRatingLocked: 1, CharacterLocked: 1 },
        { Id: 2, VolumeId: 1, Pages: 3, SortOrderLocked: 1 },
      ],
      MangaFile: [{ Id: 1, ChapterId: 1, FilePath: 'D:\\Manga\\Zero\\zero.cbz', Bytes: 9, Pages: 0, Format: 1 }],
      Person: [{ Id: 1, Name: 'Heroine' }],
      ChapterPeople: [{ ChapterId: 1, PersonId: 1, Role: 11, OrderWeight: 0 }],
      CollectionTag: [{ Id: 1, Title: 'Old' }],
      CollectionTagSeriesMetadata: [
        { CollectionTagsId: 1, SeriesMetadatasId: 11 },
        { CollectionTagsId: 1, SeriesMetadatasId: 99 },
        { CollectionTagsId: 5, SeriesMetadatasId: 11 },
      ],
      AppUserProgresses: [
        { AppUserId: 1, ChapterId: 1, PagesRead: 3, LastModifiedUtc: '2024-01-01 00:00:00' },
        { AppUserId: 1, ChapterId: 2, PagesRead: 3 },
        { AppUserId: null, ChapterId: 1, PagesRead: 3 },
      ],
    },
    { name: 'kavita.db' },
  )
  const { records, of } = await read(kavita.path)
  expect(rowsOf(records, 'progress')).toBe(3)
  expect(of('progress')).toEqual([expect.objectContaining({ bookId: '1', page: 4, isCompleted: false })])
  const [list] = records.flatMap((one) => (one.type === 'collection' ? [one] : []))
  expect(list!.memberIds.length + rowsOf(records, 'collection member')).toBe(3)
  expect(of('book')[0]!.metadata).toEqual({ fields: { characters: ['Heroine'] } })
  expect(of('skipped')).toContainEqual({
    type: 'skipped',
    what: 'book metadata',
    name: expect.stringContaining('zero.cbz'),
    reason: 'This server has no field for: AgeRating.',
    code: 'import_field_unknown',
    params: { fields: 'AgeRating' },
  })
})

it('remembers that a Calibre book which is read again was finished', async () => {
  const calibre = makeForeignDatabase(
    {
      library_id: [{ id: 1, uuid: 'lib' }],
      books: [{ id: 1, uuid: 'u1', title: 'A', sort: 'A', path: 'A/A (1)' }],
      data: [{ id: 1, book: 1, format: 'EPUB', name: 'A', uncompressed_size: 10 }],
      books_authors_link: [{ id: 1, book: 1, author: 1 }],
      custom_columns: [
        { id: 1, label: 'read', name: 'Read', datatype: 'bool', is_multiple: 0, normalized: 0 },
        { id: 2, label: 'date_read', name: 'Read on', datatype: 'datetime', is_multiple: 0, normalized: 0 },
      ],
      custom_column_1: [{ id: 1, book: 1, value: 1 }],
      custom_column_2: [{ id: 1, book: 1, value: '2020-01-02 00:00:00+00:00' }],
      last_read_positions: [
        { id: 1, book: 1, format: 'EPUB', user: '_', device: 'b', cfi: '/4/2', epoch: 1_700_000_000, pos_frac: 0.2 },
        { id: 2, book: 1, format: 'EPUB', user: '_', device: 'c', cfi: '/4/2', epoch: 1_600_000_000, pos_frac: 0.1 },
      ],
      preferences: [
        { id: 1, key: 'saved_searches', val: '{}' },
        { id: 2, key: 'bools_are_tristate', val: 'true' },
      ],
    },
    { name: 'metadata.db', userVersion: 25 },
  )
  const { records, of } = await read(calibre.path)
  expect(of('progress')).toEqual([expect.objectContaining({ percentage: 0.2, isCompleted: false })])
  expect(of('completion')).toEqual([expect.objectContaining({ completedAt: Date.parse('2020-01-02T00:00:00Z') })])
  expect(of('skipped').filter((one) => one.what === 'progress')).toHaveLength(1)
  expect(rowsOf(records, 'preference')).toBe(2)
  // An upload is in a temporary folder of ours, which says nothing about the books.
  const limits = formatReaderLimitsOf(defaultConfig())
  const upload = await openImportSource(calibre.path, { workFolder: join(folder, 'upload'), isUpload: true, limits })
  const uploaded: ImportRecord[] = []
  for await (const record of upload.records()) uploaded.push(record)
  await upload.close()
  expect(uploaded.find((one) => one.type === 'library')).toMatchObject({ name: 'Calibre', path: '/' })
  expect(uploaded.find((one) => one.type === 'book')).toMatchObject({ path: '/A/A (1)/A.epub' })
})

it('names every value of a Calibre column, and what is not in metadata.opf yet', async () => {
  const calibre = makeForeignDatabase(
    {
      library_id: [{ id: 1, uuid: 'lib' }],
      books: [
        { id: 1, uuid: 'u1', title: 'A', path: 'A/A (1)', series_index: 2 },
        { id: 2, uuid: 'u2', title: 'Paper', path: 'P/P (2)', series_index: 1 },
      ],
      data: [{ id: 1, book: 1, format: 'EPUB', name: 'A', uncompressed_size: 10 }],
      books_authors_link: [{ id: 1, book: 2, author: 1 }],
      metadata_dirtied: [{ id: 1, book: 1 }],
      series: [{ id: 1, name: 'Cycle' }],
      books_series_link: [{ id: 1, book: 1, series: 1 }],
      identifiers: [
        { id: 1, book: 1, type: 'isbn', val: '9780306406157' },
        { id: 2, book: 1, type: 'Goodreads', val: '123' },
      ],
      custom_columns: [
        { id: 1, label: 'saga', datatype: 'series', is_multiple: 0, normalized: 1 },
        { id: 2, label: 'pages', datatype: 'int', is_multiple: 0, normalized: 0 },
        { id: 3, label: 'both', datatype: 'composite', is_multiple: 0, normalized: 0 },
      ],
      custom_column_1: [
        { id: 7, value: 'Saga' },
        { id: 8, value: 'Unused' },
      ],
      books_custom_column_1_link: [
        { id: 1, book: 1, value: 7, extra: 2.5 },
        { id: 2, book: 2, value: 7, extra: 1 },
        { id: 3, book: 1, value: 9, extra: 1 },
      ],
      custom_column_2: [
        { id: 1, book: 9, value: 300 },
        { id: 2, book: 1, value: 200 },
      ],
      annotations: [
        {
          id: 1,
          book: 1,
          format: 'EPUB',
          user_type: 'local',
          user: 'viewer',
          annot_type: 'highlight',
          annot_data: JSON.stringify({ start_cfi: '/2/4/4/1:10', end_cfi: '/2/4/4/1:30', spine_index: 1 }),
        },
      ],
    },
    { name: 'metadata.db', userVersion: 25 },
  )
  const { of } = await read(calibre.path)
  expect(of('book')[0]!.series).toMatchObject({ name: 'Cycle', isNewer: true })
  expect(of('book')[0]!.metadata).toMatchObject({
    fields: { customMetadata: { saga: 'Saga [2.5]', pages: 200 }, isbns: ['9780306406157'] },
    externalIds: [{ source: 'goodreads', id: '123' }],
  })
  const left = of('skipped').filter(({ what, isInFiles }) => what === 'book metadata' && !isInFiles)
  expect(left.map(({ name, code }) => [name, code])).toEqual([
    ['Paper: #saga', 'import_no_file'],
    ['Calibre book 9: #pages', 'import_item_gone'],
    ['A: #saga', 'import_unreadable'],
    ['#saga', 'import_names_nothing'],
    ['#both', 'import_other_table'],
  ])
  expect(left[1]!.nameReason).toEqual({ code: 'import_label_calibre_column', params: { id: '9', column: '#pages' } })
  expect(of('skipped')).toContainEqual(
    expect.objectContaining({ name: 'books_authors_link', rows: 1, isInFiles: true }),
  )
  // The document is stored separately; the path alone would point into another one.
  expect(of('annotation')[0]!.locator).toMatchObject({
    spineIndex: 1,
    locations: { fragments: ['epubcfi(/6/4!/4/4,/1:10,/1:30)'] },
  })
})
