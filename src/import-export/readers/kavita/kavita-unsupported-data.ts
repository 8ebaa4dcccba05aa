import { importRowLabel } from '../../../contract/import-details.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignIdOf, foreignIntegerOf, foreignTextOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'
import { FACTS, IMPRINT, namesIn, PUBLISHER, peopleOf } from './kavita-metadata.ts'

/** Data that users entered in Kavita and that has no equivalent here, row by row. */
export function* kavitaUnsupportedData(db: ForeignDatabase): Generator<ImportRecord> {
  yield* peopleOfSeries(db)
  yield* publishersOfChapters(db)
  yield* persons(db)
  yield* datesOfLists(db)
}

const ONE_OF = [
  [PUBLISHER, 'PublisherLocked', 'Publisher'],
  [IMPRINT, 'ImprintLocked', 'Imprint'],
] as const

/** Here, characters, teams and locations belong to books, and a series has one publisher and one imprint. */
function* peopleOfSeries(db: ForeignDatabase): Generator<ImportRecord> {
  const names = new Map(
    [...db.rows('Series', ['Id', 'Name'])].map((row) => [foreignIdOf(row.Id), foreignTextOf(row.Name)]),
  )
  const people = peopleOf(db, 'SeriesMetadataPeople', 'SeriesMetadataId')
  const locks = [...FACTS.map(([, lock]) => lock), ...ONE_OF.map(([, lock]) => lock)]
  for (const row of db.rows('SeriesMetadata', ['Id', 'SeriesId', ...locks])) {
    const credited = people.get(foreignIdOf(row.Id!) ?? '') ?? []
    const isLocked = (lock: string) => foreignFlagOf(row[lock])
    const fields = [
      ...FACTS.flatMap(([role, lock, field]) => (isLocked(lock) ? listed(field, namesIn(credited, role)) : [])),
      ...ONE_OF.flatMap(([role, lock, field]) =>
        isLocked(lock) ? listed(field, namesIn(credited, role).slice(1)) : [],
      ),
    ]
    const id = foreignIdOf(row.SeriesId!)
    const name = names.get(id) ?? importRowLabel('series', id)
    if (fields.length > 0) yield skippedRecord('series metadata', name, 'field_unknown', { fields: fields.join('; ') })
  }
}

function* publishersOfChapters(db: ForeignDatabase): Generator<ImportRecord> {
  const locked = [...db.rows('Chapter', ['Id', ...ONE_OF.map(([, lock]) => lock)])].filter((row) =>
    ONE_OF.some(([, lock]) => foreignFlagOf(row[lock])),
  )
  if (locked.length === 0) return
  const people = peopleOf(db, 'ChapterPeople', 'ChapterId')
  for (const row of locked) {
    const id = foreignIdOf(row.Id)
    const credited = people.get(id ?? '') ?? []
    const fields = ONE_OF.flatMap(([role, lock, field]) =>
      foreignFlagOf(row[lock]) ? listed(field, namesIn(credited, role).slice(1)) : [],
    )
    if (fields.length > 0)
      yield skippedRecord('book metadata', importRowLabel('chapter', id), 'field_unknown', {
        fields: fields.join('; '),
      })
  }
}

/** Here, people have only names. */
function* persons(db: ForeignDatabase): Generator<ImportRecord> {
  const ids = ['AniListId', 'MalId', 'HardcoverId', 'Asin'] as const
  for (const row of db.rows('Person', ['Name', 'Description', 'CoverImage', 'CoverImageLocked', ...ids])) {
    const fields = [
      ...(foreignTextOf(row.Description) === null ? [] : ['Description']),
      ...(foreignFlagOf(row.CoverImageLocked) && foreignTextOf(row.CoverImage) !== null ? ['CoverImage'] : []),
      ...ids.filter((id) => !['0', null].includes(foreignTextOf(row[id]))),
    ]
    if (fields.length > 0)
      yield skippedRecord('person', foreignTextOf(row.Name) ?? '', 'field_unknown', { fields: fields.join(', ') })
  }
}

function* datesOfLists(db: ForeignDatabase): Generator<ImportRecord> {
  const columns = ['StartingYear', 'StartingMonth', 'EndingYear', 'EndingMonth'] as const
  for (const row of db.rows('ReadingList', ['Title', ...columns])) {
    const said = columns.flatMap((column) => {
      const value = foreignIntegerOf(row[column])
      return value ? [`${column}: ${value}`] : []
    })
    if (said.length > 0)
      yield skippedRecord('readList', foreignTextOf(row.Title) ?? '', 'field_unknown', { fields: said.join(', ') })
  }
}

const listed = (field: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${field}: ${names.join(', ')}`] : []
