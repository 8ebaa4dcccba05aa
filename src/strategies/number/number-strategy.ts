import { numberStrategies } from '../../contract/library-strategies.ts'
import type { LibraryKind } from '../../formats/filename/file-name-facts.ts'
import { checkStrategyConfig, checkStrategyName } from '../check-strategy-config.ts'
import { type BookToNumber, numberBooks } from './number-books.ts'
import type { BookNumber } from './parse-book-number.ts'

export type NumberStrategy = (books: readonly BookToNumber[]) => (BookNumber | undefined)[]

/** How a library numbers the books of a series; throws a problem that describes an invalid name or configuration. */
export function numberStrategyFor(name: string, config: unknown, kind?: LibraryKind): NumberStrategy {
  const known = checkStrategyName(numberStrategies, name, 'numberStrategy')
  checkStrategyConfig(numberStrategies[known], config, 'numberConfig')
  return (books) => numberBooks(known, books, kind)
}
