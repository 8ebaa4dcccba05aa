import type { ForeignDatabase, ForeignRow } from '../../../store/foreign/foreign-database.ts'
import { foreignFlagOf, foreignHtmlTextOf, foreignIdOf, foreignIntegerOf, foreignTextOf } from '../../foreign-values.ts'
import { externalIdOfLink, splitIsoDate } from '../../map-values.ts'
import type { BookMetadataRecord, SeriesMetadataRecord } from '../../records.ts'
import { namesByOwner } from '../foreign-rows.ts'
import { kavitaAgeOf } from './kavita-ages.ts'

/** Number → our role and its lock. Publisher, imprint, character, team and location aren't author roles here. */
const ROLES: Record<number, [role: string, lock: string]> = {
  1: ['contributor', 'OtherLocked'],
  3: ['writer', 'WriterLocked'],
  4: ['penciller', 'PencillerLocked'],
  5: ['inker', 'InkerLocked'],
  6: ['colorist', 'ColoristLocked'],
  7: ['letterer', 'LettererLocked'],
  8: ['cover_artist', 'CoverArtistLocked'],
  9: ['editor', 'EditorLocked'],
  12: ['translator', 'TranslatorLocked'],
}
export const PUBLISHER = 10
export const IMPRINT = 13
/** Who and what appears in a book: facts of it, not authors. */
export const FACTS: readonly [role: number, lock: string, field: string][] = [
  [11, 'CharacterLocked', 'characters'],
  [14, 'TeamLocked', 'teams'],
  [15, 'LocationLocked', 'locations'],
]
const PEOPLE_LOCKS = [...Object.values(ROLES).map(([, lock]) => lock), 'PublisherLocked', 'ImprintLocked']

interface Person {
  name: string
  role: number
}

export function peopleOf(db: ForeignDatabase, table: string, owner: string): Map<string, Person[]> {
  const names = new Map<string, { name: string; role: number | null }>()
  for (const row of db.rows('Person', ['Id', 'Name', 'Role'])) {
    const [id, name] = [foreignIdOf(row.Id), foreignTextOf(row.Name, 500)]
    if (id && name) names.set(id, { name, role: foreignIntegerOf(row.Role) })
  }
  const people = new Map<string, Person[]>()
  const [current, old] = table === 'SeriesMetadataPeople' ? [table, 'PersonSeriesMetadata'] : [table, 'ChapterPerson']
  const oldOwner = table === 'SeriesMetadataPeople' ? 'SeriesMetadatasId' : 'ChapterMetadatasId'
  const add = (ownerId: string | null, personId: string | null, role: number | null) => {
    const person = names.get(personId ?? '')
    const does = role ?? person?.role
    if (ownerId && person && does)
      people.set(ownerId, [...(people.get(ownerId) ?? []), { name: person.name, role: does }])
  }
  for (const row of db.rows(current, [owner, 'PersonId', 'Role'], { order: ['OrderWeight'] })) {
    add(foreignIdOf(row[owner]!), foreignIdOf(row.PersonId), foreignIntegerOf(row.Role))
  }
  // Before 0.8.4 a person had one role.
  for (const row of db.rows(old, [oldOwner, 'PeopleId']))
    add(foreignIdOf(row[oldOwner]!), foreignIdOf(row.PeopleId), null)
  return people
}

function authorsIn(people: readonly Person[]): { name: string; role: string }[] {
  return people.flatMap(({ name, role }) => (ROLES[role] ? [{ name, role: ROLES[role][0] }] : []))
}

export const namesIn = (people: readonly Person[], role: number): string[] =>
  people.flatMap((person) => (person.role === role ? [person.name] : []))

const firstOf = (people: readonly Person[], role: number): string | null =>
  people.find((person) => person.role === role)?.name ?? null

/** Only locked fields: edits lock their fields, scans fill the others. */
export function kavitaSeriesEdits(db: ForeignDatabase): Map<string, SeriesMetadataRecord> {
  const edits = new Map<string, SeriesMetadataRecord>()
  const edit = (id: string) => {
    const known = edits.get(id) ?? { fields: {} }
    edits.set(id, known)
    return known
  }
  for (const row of db.rows('Series', ['Id', 'Name', 'SortName', 'LocalizedName', 'NameLocked', 'SortNameLocked'])) {
    const id = foreignIdOf(row.Id)
    if (id === null) continue
    if (foreignFlagOf(row.NameLocked)) edit(id).fields.title = foreignTextOf(row.Name)
    if (foreignFlagOf(row.SortNameLocked)) edit(id).fields.titleSort = foreignTextOf(row.SortName)
    const localized = foreignTextOf(row.LocalizedName, 2000)
    if (localized && localized !== foreignTextOf(row.Name))
      edit(id).alternateTitles = [{ label: 'localized', title: localized }]
  }
  for (const row of db.rows('Series', ['Id', ...Object.keys(ID_SOURCES)])) {
    const ids = externalIdsOf(row)
    const id = foreignIdOf(row.Id)
    if (id && ids.length > 0) edit(id).externalIds = ids
  }
  const people = peopleOf(db, 'SeriesMetadataPeople', 'SeriesMetadataId')
  const genres = namesOf(db, 'GenreSeriesMetadata', 'SeriesMetadatasId', 'GenresId', 'Genre')
  const tags = namesOf(db, 'SeriesMetadataTag', 'SeriesMetadatasId', 'TagsId', 'Tag')
  const fields = [
    'Summary',
    'AgeRating',
    'PublicationStatus',
    'ReleaseYear',
    'Language',
    'TotalCount',
    'WebLinks',
  ] as const
  const locks = [...fields.map((field) => `${field}Locked`), 'GenresLocked', 'TagsLocked', ...PEOPLE_LOCKS]
  for (const row of db.rows('SeriesMetadata', ['Id', 'SeriesId', ...fields, ...locks])) {
    const [id, own] = [foreignIdOf(row.SeriesId), foreignIdOf(row.Id) ?? '']
    const links = linksOf(foreignTextOf(row.WebLinks))
    const isLocked = (field: string) => foreignFlagOf(row[`${field}Locked` as 'SummaryLocked'])
    if (id === null || (links.length === 0 && !locks.some((lock) => foreignFlagOf(row[lock as 'SummaryLocked']))))
      continue
    const one = edit(id)
    if (isLocked('Summary')) one.fields.summary = foreignHtmlTextOf(row.Summary)
    if (isLocked('AgeRating')) one.fields.ageRating = kavitaAgeOf(foreignIntegerOf(row.AgeRating))
    if (isLocked('PublicationStatus'))
      one.fields.status = STATUS[foreignIntegerOf(row.PublicationStatus) ?? -1] ?? foreignTextOf(row.PublicationStatus)
    if (isLocked('ReleaseYear')) one.fields.year = foreignIntegerOf(row.ReleaseYear) || null
    if (isLocked('Language')) one.fields.language = foreignTextOf(row.Language)
    if (isLocked('TotalCount')) one.fields.totalBookCount = foreignIntegerOf(row.TotalCount) || null
    if (isLocked('Genres')) one.genres = genres.get(own) ?? []
    if (isLocked('Tags')) one.tags = tags.get(own) ?? []
    if (links.length > 0) one.links = links
    const credited = people.get(own) ?? []
    if (foreignFlagOf(row['PublisherLocked' as never])) one.fields.publisher = firstOf(credited, PUBLISHER)
    if (foreignFlagOf(row['ImprintLocked' as never])) one.fields.imprint = firstOf(credited, IMPRINT)
    if (Object.values(ROLES).some(([, lock]) => foreignFlagOf(row[lock as never])))
      one.fields.authors = authorsIn(credited)
  }
  return edits
}

const STATUS: Record<number, string> = { 0: 'ongoing', 1: 'hiatus', 2: 'ended', 3: 'abandoned', 4: 'ended' }

/** By chapter: the edited fields, and those without an equivalent here. */
export interface KavitaBookEdits {
  byChapter: Map<string, BookMetadataRecord>
  unknown: Map<string, string[]>
}

export function kavitaBookEdits(db: ForeignDatabase): KavitaBookEdits {
  const edits = new Map<string, BookMetadataRecord>()
  const unknown = new Map<string, string[]>()
  const fields = ['TitleName', 'Summary', 'ReleaseDate', 'ISBN', 'Language'] as const
  const locks = [
    ...[...fields, ...UNKNOWN_HERE].map((field) => `${field}Locked`),
    ...['GenresLocked', 'TagsLocked', ...PEOPLE_LOCKS, ...FACTS.map(([, lock]) => lock)],
  ]
  const locked = new Map<string, ForeignRow>()
  for (const row of db.rows('Chapter', ['Id', ...fields, ...locks])) {
    const id = foreignIdOf(row.Id)
    if (id !== null && locks.some((lock) => foreignFlagOf(row[lock as 'SummaryLocked']))) locked.set(id, row)
  }
  if (locked.size === 0) return { byChapter: edits, unknown }
  const people = peopleOf(db, 'ChapterPeople', 'ChapterId')
  const genres = namesOf(db, 'ChapterGenre', 'ChaptersId', 'GenresId', 'Genre')
  const tags = namesOf(db, 'ChapterTag', 'ChaptersId', 'TagsId', 'Tag')
  for (const [id, row] of locked) {
    const isLocked = (field: string) => foreignFlagOf(row[`${field}Locked`])
    const one: BookMetadataRecord = { fields: {} }
    if (isLocked('TitleName')) one.fields.title = foreignTextOf(row.TitleName)
    if (isLocked('Summary')) one.fields.summary = foreignHtmlTextOf(row.Summary)
    if (isLocked('ReleaseDate')) {
      const date = foreignTextOf(row.ReleaseDate)
      Object.assign(one.fields, splitIsoDate(date?.startsWith('0001') ? null : date))
    }
    if (isLocked('ISBN')) one.fields.isbns = [foreignTextOf(row.ISBN)].filter((isbn) => isbn !== null)
    if (isLocked('Language')) one.fields.languageIso = foreignTextOf(row.Language)
    if (isLocked('Genres')) one.fields.genre = (genres.get(id) ?? []).join(', ')
    if (isLocked('Tags')) one.tags = tags.get(id) ?? []
    const credited = people.get(id) ?? []
    if (isLocked('Publisher')) one.fields.publisher = firstOf(credited, PUBLISHER)
    if (isLocked('Imprint')) one.fields.imprint = firstOf(credited, IMPRINT)
    if (Object.values(ROLES).some(([, lock]) => foreignFlagOf(row[lock]))) one.fields.authors = authorsIn(credited)
    for (const [role, lock, field] of FACTS) if (foreignFlagOf(row[lock])) one.fields[field] = namesIn(credited, role)
    if (Object.keys(one.fields).length > 0 || one.tags) edits.set(id, one)
    const others = UNKNOWN_HERE.filter(isLocked)
    if (others.length > 0) unknown.set(id, others)
  }
  return { byChapter: edits, unknown }
}

/** Fields that can be locked in a chapter and that books don't have here. */
const UNKNOWN_HERE: readonly string[] = ['SortOrder', 'AgeRating']

function linksOf(text: string | null): { label: string; url: string }[] {
  const urls = (text ?? '').split(',').map((url) => url.trim())
  return urls
    .filter((url) => /^https?:\/\//.test(url))
    .map((url) => ({ label: externalIdOfLink(url)?.source ?? hostOf(url), url }))
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return 'Link'
  }
}

const ID_SOURCES = {
  AniListId: 'anilist',
  MalId: 'myanimelist',
  HardcoverId: 'hardcover',
  MetronId: 'metron',
  ComicVineId: 'comicvine',
  MangaBakaId: 'mangabaka',
  CbrId: 'comicbookroundup',
}

function externalIdsOf(row: ForeignRow): { source: string; id: string }[] {
  return Object.entries(ID_SOURCES).flatMap(([column, source]) => {
    const id = foreignTextOf(row[column], 200)
    return id === null || id === '0' ? [] : [{ source, id }]
  })
}

const namesOf = (db: ForeignDatabase, table: string, owner: string, member: string, of: string) =>
  namesByOwner(db, { table, owner, member }, { table: of, id: 'Id', name: 'Title' })
