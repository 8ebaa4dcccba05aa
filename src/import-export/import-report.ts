import {
  describeImportDetail,
  type ImportDetailName,
  type ImportRowName,
  importDetailNames,
  importRowLabel,
  importRowNameFields,
} from '../contract/import-details.ts'
import { type Reason, reasonOf } from '../contract/reasons.ts'
import type { SourceKind } from './records.ts'

/** Why a row wasn't imported, or didn't need to be. Each has a translation in every language of the interface. */
export const skipReasons = {
  book_not_found: 'No file on this server matches: the file is missing, or its library wasn’t added.',
  format_unreadable: 'Files of this format can’t be read here.',
  book_ambiguous: 'Several files on this server match equally well.',
  not_analysed: 'The file is still being analysed. This is imported afterwards.',
  size_differs: 'The file on this server has a different size.',
  folder_not_mapped: 'No library on this server contains its folder.',
  series_not_found: 'None of its files were found on this server.',
  series_spread: 'Its files belong to several series on this server.',
  list_not_found: 'The list it belongs to wasn’t imported.',
  person_skipped: 'The user wasn’t selected for import.',
  person_unknown: 'It belongs to an unknown user.',
  ours_newer: 'This server has newer data.',
  already_here: 'It was already imported.',
  deleted_here: 'It was deleted on this server after an earlier import.',
  in_files: 'Your files already say it.',
  unread: 'The book is unread.',
  locked_here: 'The field is locked on this server.',
  invalid_value: 'The value isn’t valid on this server.',
  picture_missing: 'The image is missing from the import, or can’t be read.',
  text_cut: 'The text is longer than this server allows; only its beginning was imported.',
  name_invalid: 'The name isn’t allowed on this server.',
  not_chosen: 'This type of data wasn’t selected.',
  no_equivalent: 'This server has no equivalent.',
} as const
export type SkipReason = keyof typeof skipReasons

/** Reasons that mean that there is nothing to import. The others mean that the row is left out for now. */
const harmless: ReadonlySet<SkipReason> = new Set(['ours_newer', 'already_here', 'deleted_here', 'in_files', 'unread'])

/** Not imported themselves, but found among what is here: the data that belongs to them is imported. */
export const matchedTypes: readonly string[] = ['library', 'series', 'book']

export interface SkippedRow {
  /** What kind of row. */
  type: string
  name: string
  /** For a row without a name: the code to translate `name` with. */
  nameReason?: Reason
  reason: SkipReason
  /** Further explanation, in English. */
  detail?: string
  /** The code to translate `detail` with. */
  detailReason?: Reason
}

/** Details of a row: the name of one of our sentences, or another error's text. */
export type RowDetail = ImportDetailName | { detail: string; detailReason?: Reason }

export interface TypeCounts {
  rows: number
  imported: number
  updated: number
  unchanged: number
  left: number
  failed: number
}

export interface ImportReport {
  kind: SourceKind
  version: string
  isDryRun: boolean
  startedAt: string
  endedAt: string
  isCancelled: boolean
  counts: Record<string, TypeCounts>
  /** How many books were found by which rule. */
  matchedBy: Record<string, number>
  reasons: ReasonCount[]
  items: SkippedRow[]
  /** How many further items aren't listed. */
  itemsLeftOut: number
  errors: string[]
}

/** How many rows of a type have this reason. */
export interface ReasonCount {
  type: string
  reason: SkipReason
  count: number
  /** What it is here that has no equivalent. */
  detail?: string
  detailReason?: Reason
}

type Outcome = Exclude<keyof TypeCounts, 'rows'>

/** Counts every row once: imported, already here, or left out with a reason. */
export class ImportReporter {
  readonly counts: Record<string, TypeCounts> = {}
  readonly matchedBy: Record<string, number> = {}
  readonly items: SkippedRow[] = []
  readonly errors: string[] = []
  readonly #reasons = new Map<string, ReasonCount>()
  #itemsLeftOut = 0

  count(type: string, outcome: Outcome, rows = 1): void {
    if (rows <= 0) return
    this.counts[type] ??= { rows: 0, imported: 0, updated: 0, unchanged: 0, left: 0, failed: 0 }
    this.counts[type].rows += rows
    this.counts[type][outcome] += rows
  }

  /** Not imported, and why. */
  leave(type: string, name: ImportRowName, reason: SkipReason, detail?: RowDetail, rows = 1): void {
    const isHarmless = harmless.has(reason)
    this.count(type, isHarmless ? 'unchanged' : 'left', rows)
    this.note(type, name, reason, detail, rows)
  }

  /** A remark on a row that is counted elsewhere. */
  note(type: string, name: ImportRowName, reason: SkipReason, detail?: RowDetail, rows = 1): void {
    if (rows <= 0) return
    const shared = reason === 'no_equivalent' ? sharedDetailOf(detail) : undefined
    const key = [type, reason, shared?.detailReason.code].join(' ')
    const known = this.#reasons.get(key)
    if (known) known.count += rows
    else this.#reasons.set(key, { type, reason, count: rows, ...shared })
    // Thousands of up-to-date rows are only counted, not listed.
    if (harmless.has(reason)) return
    if (this.items.length >= MAX_ITEMS) this.#itemsLeftOut += 1
    else this.items.push({ type, ...importRowNameFields(name), reason, ...(detail && wordsOf(detail)) })
  }

  /** One row that caused an error. */
  fail(type: string, row: unknown, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.count(type, 'failed')
    this.note(type, nameOf(row), 'invalid_value', { detail: why, detailReason: reasonOf(why) })
    if (this.errors.length < 100) this.errors.push(`${type}: ${why}`)
  }

  /** Returns a function that discards everything reported since. */
  snapshot(): () => void {
    const [counts, matchedBy] = [structuredClone(this.counts), { ...this.matchedBy }]
    const reasons = [...this.#reasons].map(([key, value]) => [key, { ...value }] as const)
    const [items, left, errors] = [this.items.length, this.#itemsLeftOut, this.errors.length]
    return () => {
      replace(this.counts, counts)
      replace(this.matchedBy, matchedBy)
      this.#reasons.clear()
      for (const [key, value] of reasons) this.#reasons.set(key, value)
      this.items.length = items
      this.errors.length = errors
      this.#itemsLeftOut = left
    }
  }

  matched(rule: string): void {
    this.matchedBy[rule] = (this.matchedBy[rule] ?? 0) + 1
  }

  finish(about: Pick<ImportReport, 'kind' | 'version' | 'isDryRun' | 'startedAt' | 'isCancelled'>): ImportReport {
    return {
      ...about,
      endedAt: new Date().toISOString(),
      counts: this.counts,
      matchedBy: this.matchedBy,
      reasons: [...this.#reasons.values()].sort((a, b) => b.count - a.count),
      items: this.items,
      itemsLeftOut: this.#itemsLeftOut,
      errors: this.errors,
    }
  }
}

const MAX_ITEMS = 200_000

function wordsOf(given: RowDetail): Pick<SkippedRow, 'detail' | 'detailReason'> {
  const { detail, detailReason } = typeof given === 'string' ? describeImportDetail(given) : given
  return { detail: detail.slice(0, 500), ...(detailReason && { detailReason }) }
}

/** One of our sentences without values of the row: those would be a line for each row. */
function sharedDetailOf(given: RowDetail | undefined): ReturnType<typeof describeImportDetail> | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string') return describeImportDetail(given)
  const { code, params } = given.detailReason ?? {}
  const name = importDetailNames.find((one) => `import_${one}` === code)
  return name && Object.keys(params ?? {}).length === 0 ? describeImportDetail(name) : undefined
}

function replace<Value>(here: Record<string, Value>, by: Record<string, Value>): void {
  for (const key of Object.keys(here)) delete here[key]
  Object.assign(here, by)
}

/** A name by which a user recognises the row. */
function nameOf(row: unknown): ImportRowName {
  const { name, username, path, id, bookId, userId } = row as Record<string, unknown>
  const text = [name, username, path, id].find((one) => typeof one === 'string')
  return text ?? importRowLabel('book_of', String(bookId), { user: String(userId) })
}

/** Whether every row was imported, or is listed with a reason. */
export function isImportComplete(report: ImportReport): boolean {
  const counts = Object.values(report.counts)
  return !report.isCancelled && report.errors.length === 0 && counts.every((one) => one.failed === 0)
}
