import type { CoverDeps } from '../../catalog/covers/change-cover.ts'
import type { MetadataEditDeps } from '../../catalog/metadata/metadata-edit-deps.ts'
import type { Config } from '../../config/settings.ts'
import { type ImportRowName, importRowLabel } from '../../contract/import-details.ts'
import type { KoreaderPositionToLocator } from '../../images/koreader-position-to-locator.ts'
import type { RowKeys } from '../../store/import/row-keys.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { ImportReporter, SkipReason } from '../import-report.ts'
import type { makePathMapper, OurLibrary } from '../map-folders.ts'
import { IMPORTING_USER_ID, type SourceKind, type UserRecord } from '../records.ts'
import type { BookMatcher, MatchedBook } from './match-books.ts'

export interface ImportRunDeps extends Pick<MetadataEditDeps, 'metadataEditHooks'> {
  db: Db
  config: Config
  events: MetadataEditDeps['events']
  images: CoverDeps['images']
  /** Without it, positions inside documents of EPUBs lead to their beginning. */
  koreaderPositionToLocator?: KoreaderPositionToLocator
}

export interface ImportedUser {
  /** Negative in a dry run, for a user who would be new. */
  id: number
  isNew: boolean
}

/** The state of a run. */
export interface ImportRunState {
  readonly deps: ImportRunDeps
  readonly report: ImportReporter
  readonly matcher: BookMatcher
  /** Their path → ours. */
  readonly locate: ReturnType<typeof makePathMapper>
  readonly kind: SourceKind
  readonly sourceId: number
  readonly isDryRun: boolean
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal | undefined
  readonly libraries: readonly OurLibrary[]
  /** Books are being analysed: positions in them can be imported only afterwards. */
  readonly waitsForAnalysis: boolean
  /** When the source was read, for rows without a time. */
  readonly readAt: number
  /** The same in every run: the time of progress without one, by which later runs recognise it. */
  readonly firstReadAt: number
  /** Rows of this run that an earlier one imported (`rows-of-earlier-runs.ts`). */
  readonly importedEarlier: WeakSet<object>
  /** Keys of the rows that earlier runs imported. Those of older versions stored none. */
  readonly knownRows: RowKeys
  /** Number of undated completions so far, by user and book, for the rows' keys. */
  readonly undatedRows: Map<string, number>
  /**
   * If no row keys were stored: when that run ended. Older rows were imported then, and may have been deleted since.
   */
  readonly lastRunAt: number | null
  readonly people: Map<string, ImportedUser | SkipReason>
  /** Our accounts → which of theirs each is, to tell later, similar accounts apart. */
  readonly theirs: Map<number, UserRecord>
  /** How long this run may still read EPUBs to find positions in them. */
  readonly epubReading: { msLeft: number }
  /** Their accounts, by the ids they have there. */
  readonly accounts: Map<string, UserRecord>
  /** Their libraries → those of ours that contain their folders. */
  readonly libraryIds: Map<string, Set<number>>
  readonly seriesIds: Map<string, number>
  readonly seriesReasons: Map<string, SkipReason>
  /** Their series of which no earlier run found a book. */
  readonly newSeries: Set<string>
  /** Number of undated completions that were handled so far, by user and book. */
  readonly undated: Map<string, number>
  /** What earlier rows of a dry run would have written, so that its report matches that of the real run. */
  readonly dryRunWrites: Map<string, unknown>
  readonly lists: Map<string, { id: number; uid: Uint8Array; ownerId: number | null }>
  /** The ids of their saved filters → ours, which rows of the home page contain. */
  readonly filters: Map<string, string>
  /** Type and id of their lists that were handled so far. */
  readonly seenLists: Set<string>
  /** Our lists → which of theirs each is. */
  readonly takenLists: Map<string, string>
  /** Readable names of books, series, lists and accounts, for the report. */
  readonly names: Record<'book' | 'series' | 'collection' | 'readList' | 'user', Map<string, string>>
}

/** A readable name for the report: the other server's ids mean nothing to users. */
export const reportNameOf = (state: ImportRunState, of: keyof ImportRunState['names'], id: string): ImportRowName =>
  state.names[of].get(id) ?? importRowLabel(of === 'collection' || of === 'readList' ? 'list' : of, id)

/** The same for a user's row: the item and the user. */
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

/** The item of a row, by its id there. */
interface ImportedItem {
  of: 'book' | 'series'
  id: string
}

/** Our id of a row's book or series, or why there is none. */
export function findImportedItem(state: ImportRunState, { of, id }: ImportedItem): number | SkipReason {
  if (of === 'series') return state.seriesIds.get(id) ?? state.seriesReasons.get(id) ?? 'series_not_found'
  return state.matcher.found.get(id)?.id ?? state.matcher.reasons.get(id) ?? 'book_not_found'
}

/** Whether a row has to wait until its book is analysed; it is left for a later run. */
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

/** Whether an earlier run imported this row: if it no longer exists, it was deleted here. */
export function wasImportedEarlier(
  state: ImportRunState,
  record: object,
  person: ImportedUser,
  at: number | null,
  item?: ImportedItem,
): boolean {
  if (state.importedEarlier.has(record)) return true
  if (person.isNew || state.lastRunAt === null || (at ?? state.readAt) > state.lastRunAt) return false
  return !item || !isNewItem(state, item)
}

/** Whether no earlier run found the item, so that none imported rows for it. */
const isNewItem = (state: ImportRunState, { of, id }: ImportedItem): boolean =>
  of === 'series' ? state.newSeries.has(id) : state.matcher.found.get(id)?.isNew === true

export const isSkipReason = (value: unknown): value is SkipReason => typeof value === 'string'

/** For a dry run: whether no earlier row would have written this. */
export function isNewInDryRun(state: ImportRunState, key: string): boolean {
  if (state.dryRunWrites.has(key)) return false
  state.dryRunWrites.set(key, true)
  return true
}

/** Runs the work in a transaction; in a dry run without one, so that it writes nothing. */
export const inTransactionOrDryRun = <Outcome>(
  state: ImportRunState,
  work: (tx: Tx | undefined) => Promise<Outcome>,
): Promise<Outcome> => (state.isDryRun ? work(undefined) : state.deps.db.transaction(work))
