import { NUMBER_WORDS } from './number-text.ts'

/**
 * "The Eye of the World: Book One of The Wheel of Time" → "The Eye of the World (The Wheel of Time #1)", as shops
 * write it.
 */
export function seriesToBrackets(stem: string): string {
  const match = BOOK_OF_SERIES.exec(stem)
  if (!match) return stem
  const [, title, written, series] = match
  const number = NUMBER_WORDS.indexOf(written!.toLowerCase()) + 1 || Number(written)
  return number ? `${title} (${series!.replace(/^the /, 'The ')} #${number})` : stem
}

const BOOK_OF_SERIES =
  /^(.{2,200}?)(?:[:_,] | [-–] | ?\()[Bb]ook (\d{1,3}|\p{L}{3,9}) (?:of|in) ((?:[Tt]he )?\p{Lu}.{1,80}?)(?: [Ss](?:eries|aga))?\)?$/u
