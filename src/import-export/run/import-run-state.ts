import type { CoverDeps } from '../../catalog/covers/change-cover.ts'
import type { MetadataEditDeps } from '../../catalog/metadata/metadata-edit-deps.ts'
import type { Config } from '../../config/settings.ts'
import { type ImportRowName, importRowLabel } from '../../contract/import-details.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { ImportReporter, SkipReason } from '../import-report.ts'
import type { OurLibrary } from '../map-folders.ts'
import { IMPORTING_USER_ID, type SourceKind, type UserRecord } from '../records.ts'
import type { BookMatcher, MatchedBook } from './match-books.ts'

/** What an import works with. */
export interface ImportRunDeps extends Pick<MetadataEditDeps, 'metadataEditHooks'> {
  db: Db
  config: Config
  events: MetadataEditDeps['events']
  images: CoverDeps['images']
}

export interface ImportedUser {
  /** Below zero in a dry run, for somebody who would be new. */
  id: number
  isNew: boolean
}

/** What a run knows so far. */
export interface ImportRunState {
  readonly deps: ImportRunDeps
  readonly report: ImportReporter
  readonly matcher: BookMatcher
  readonly kind: SourceKind
  readonly sourceId: number
  readonly isDryRun: boolean
  readonly libraries: readonly OurLibrary[]
  /** Books are being analysed: where in one somebody is can be said only when that is over. */
  readonly waitsForAnalysis: boolean
  /** When the source was read: for what says no time itself. */
  readonly readAt: number
  /** Rows of this run that an earlier one brought (`brought-rows.ts`). */
  readonly brought: WeakSet<object>
  /** Whether earlier runs noted single rows. Those of older versions did not. */
  readonly remembersRows: boolean
  /** Rows so far that say of a person and a book only that it was finished. */
  readonly undatedRows: Map<string, number>
  /** Where single rows were not noted: when that run ended. What is older was brought then, and may be gone since. */
  readonly lastRunAt: number | null
  readonly people: Map<string, ImportedUser | SkipReason>
  /** Accounts of ours → which of theirs each is, for those that came later and look alike. */
  readonly theirs: Map<number, UserRecord>
  /** Their accounts, by the ids they have there. */
  readonly accounts: Map<string, UserRecord>
  /** Their library → those of ours in which its folders are. */
  readonly libraryIds: Map<string, Set<number>>
  readonly seriesIds: Map<string, number>
  readonly seriesReasons: Map<string, SkipReason>
  /** Series of theirs of which no earlier run found a book. */
  readonly newSeries: Set<string>
  /** How many rows so far said that a person finished a book, and not when. */
  readonly undated: Map<string, number>
  /** What earlier rows of a dry run would have written, so that it says what the run itself will. */
  readonly pretended: Map<string, unknown>
  readonly lists: Map<string, { id: number; uid: Uint8Array; ownerId: number | null }>
  /** Lists of ours → which of theirs each is. */
  readonly takenLists: Map<string, string>
  /** What people know their books, series, lists and accounts by, for the report. */
  readonly names: Record<'book' | 'series' | 'collection' | 'readList' | 'user', Map<string, string>>
}

/** For the report: an id of the other server says nothing to anybody. */
export const reportNameOf = (state: ImportRunState, of: keyof ImportRunState['names'], id: string): ImportRowName =>
  state.names[of].get(id) ?? importRowLabel(of === 'collection' || of === 'readList' ? 'list' : of, id)

/** A row about something, and whose it is. */
export function reportNameOfRow(
  state: ImportRunState,
  of: 'book' | 'series',
  id: string,
  userId: string,
): ImportRowName {
  const name = state.names[of].get(id)
  if (userId === IMPORTING_USER_ID) return name ?? importRowLabel(of, id)
  const user = state.names.user.get(userId) ?? userId
  return name === undefined ? importRowLabel(`${of}_of`, id, { user }) : `${name} (${user})`
}

export function findImportedUser(state: ImportRunState, foreignId: string): ImportedUser | SkipReason {
  return state.people.get(foreignId) ?? (foreignId === IMPORTING_USER_ID ? 'person_skipped' : 'person_unknown')
}

/** What a row is about, by the id it has there. */
interface ImportedItem {
  of: 'book' | 'series'
  id: string
}

/** The id here of the book or series that a row is about, or why there is none. */
export function findImportedItem(state: ImportRunState, { of, id }: ImportedItem): number | SkipReason {
  if (of === 'series') return state.seriesIds.get(id) ?? state.seriesReasons.get(id) ?? 'series_not_found'
  return state.matcher.found.get(id)?.id ?? state.matcher.reasons.get(id) ?? 'book_not_found'
}

/** Whether a row has to wait for what is in its book; it is left for the run after that. */
export function mustWaitForAnalysis(
  state: ImportRunState,
  type: string,
  book: MatchedBook,
  name: ImportRowName,
): boolean {
  if (!state.waitsForAnalysis || book.isAnalysed) return false
  state.report.leave(type, name, 'not_analysed')
  return true
}

/** Whether an earlier run brought this row: where it is gone, somebody removed it here. */
export function wasBroughtBefore(
  state: ImportRunState,
  record: object,
  person: ImportedUser,
  at: number | null,
  item?: ImportedItem,
): boolean {
  if (state.brought.has(record)) return true
  if (person.isNew || state.lastRunAt === null || (at ?? state.readAt) > state.lastRunAt) return false
  return !item || !isNewItem(state, item)
}

/** Whether no earlier run found it, so that none brought anything about it. */
const isNewItem = (state: ImportRunState, { of, id }: ImportedItem): boolean =>
  of === 'series' ? state.newSeries.has(id) : state.matcher.found.get(id)?.isNew === true

export const isSkipReason = (value: unknown): value is SkipReason => typeof value === 'string'

/** In a dry run: whether no earlier row would have written this. */
export function isNewInDryRun(state: ImportRunState, key: string): boolean {
  if (state.pretended.has(key)) return false
  state.pretended.set(key, true)
  return true
}

/** In one transaction; in a dry run without any, which writes nothing. */
export const inTransactionOrDryRun = <Outcome>(
  state: ImportRunState,
  work: (tx: Tx | undefined) => Promise<Outcome>,
): Promise<Outcome> => (state.isDryRun ? work(undefined) : state.deps.db.transaction(work))
