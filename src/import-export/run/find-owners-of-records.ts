import {
  findImportedUser,
  type ImportedUser,
  type ImportRunState,
  isSkipReason,
  reportNameOfRow,
} from './import-run-state.ts'
import type { MatchedBook } from './match-books.ts'

export interface RecordWithOwner<Row> {
  record: Row
  person: ImportedUser
  book: MatchedBook
}

/** Rows whose person and book are known here; the others are left with a reason. */
export function findOwnersOfRecords<Row extends { type: string; userId: string; bookId: string }>(
  state: ImportRunState,
  rows: readonly Row[],
): RecordWithOwner<Row>[] {
  return rows.flatMap((record) => {
    const person = findImportedUser(state, record.userId)
    const book = state.matcher.found.get(record.bookId)
    if (!isSkipReason(person) && book) return [{ record, person, book }]
    const reason = isSkipReason(person) ? person : (state.matcher.reasons.get(record.bookId) ?? 'book_not_found')
    state.report.leave(record.type, reportNameOfRow(state, 'book', record.bookId, record.userId), reason)
    return []
  })
}

export const groupByUser = <Row>(rows: readonly RecordWithOwner<Row>[]): Map<number, RecordWithOwner<Row>[]> =>
  Map.groupBy(rows, (row) => row.person.id)
