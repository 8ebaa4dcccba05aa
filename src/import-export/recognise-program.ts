import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import type { ForeignDatabase } from '../store/foreign/foreign-database.ts'
import { readCalibre } from './readers/calibre/calibre.ts'
import { readCalibreWeb } from './readers/calibre/calibre-web.ts'
import { readCodex } from './readers/codex/codex.ts'
import { readKavita } from './readers/kavita/kavita.ts'
import { readKomga } from './readers/komga/komga.ts'
import type { SourceFiles, SourceReader } from './readers/source-reader.ts'
import { readStump } from './readers/stump/stump.ts'
import type { SourceKind } from './records.ts'

type DatabaseKind = Exclude<SourceKind, 'lectern'>

const programs: Record<
  DatabaseKind,
  { name: string; is(db: ForeignDatabase): boolean; read(files: SourceFiles): SourceReader }
> = {
  komga: {
    name: 'Komga',
    is: (db) =>
      db.has('LIBRARY', 'ROOT') && db.has('BOOK', 'URL') && db.has('READ_PROGRESS') && db.has('USER', 'EMAIL'),
    read: readKomga,
  },
  kavita: {
    name: 'Kavita',
    is: (db) => db.has('AspNetUsers') && db.has('MangaFile', 'FilePath') && db.has('AppUserProgresses'),
    read: readKavita,
  },
  stump: {
    name: 'Stump',
    is: (db) => db.has('media', 'path') && db.has('users', 'hashed_password') && db.has('libraries', 'path'),
    read: readStump,
  },
  codex: {
    name: 'Codex',
    is: (db) => db.has('books', 'file_hash') && db.has('read_progress') && db.has('users', 'password_hash'),
    read: readCodex,
  },
  calibre: {
    name: 'Calibre',
    is: (db) => db.has('books', 'path', 'uuid') && db.has('data', 'format') && db.has('books_authors_link'),
    read: readCalibre,
  },
  'calibre-web': {
    name: 'Calibre-Web',
    is: (db) => db.has('user', 'role') && db.has('book_read_link') && db.has('shelf'),
    read: readCalibreWeb,
  },
}

export const UNKNOWN_PROGRAM = 'This database doesn’t belong to a supported program.'

/** Recognises the program by its tables. The version doesn't matter: each reader uses the columns that exist. */
export function recogniseProgram(db: ForeignDatabase): DatabaseKind | undefined {
  return (Object.keys(programs) as DatabaseKind[]).find((kind) => programs[kind].is(db))
}

export function openSourceReader(files: SourceFiles, said: SourceKind | undefined): SourceReader {
  const kind = recogniseProgram(files.database)
  if (!kind) {
    throw new ForeignFileError(UNKNOWN_PROGRAM)
  }
  if (said !== undefined && said !== kind) {
    throw new ForeignFileError(`This is a ${programs[kind].name} database, not a ${programNameOf(said)} database.`)
  }
  return programs[kind].read(files)
}

export const programNameOf = (kind: SourceKind): string => (kind === 'lectern' ? 'Lectern' : programs[kind].name)
