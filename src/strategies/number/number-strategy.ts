import { numberStrategies } from '../../contract/library-strategies.ts'
import type { LibraryKind } from '../../formats/filename/file-name-facts.ts'
import { checkStrategyConfig, checkStrategyName } from '../check-strategy-config.ts'
import { type BookToNumber, numberBooks } from './number-books.ts'
import type { NumberValue } from './number-value.ts'

export type Numbering = (books: readonly BookToNumber[]) => (NumberValue | undefined)[]

/** How a library numbers the books of a series; throws a problem that names what is wrong. */
export function numberStrategyFor(name: string, config: unknown, kind?: LibraryKind): Numbering {
  const known = checkStrategyName(numberStrategies, name, 'numberStrategy')
  checkStrategyConfig(numberStrategies[known], config, 'numberConfig')
  return (books) => numberBooks(known, books, kind)
}
