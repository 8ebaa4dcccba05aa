/** The text before and after a match, cut between words if the script has spaces. */
export function excerptAround(text: string, start: number, end: number): { before: string; after: string } {
  const from = Math.max(0, start - AROUND)
  const to = Math.min(text.length, end + AROUND)
  const before = text.slice(from, start)
  const after = text.slice(end, to)
  const cutsFirst = from > 0 && !/\s/.test(text[from - 1]!)
  const cutsLast = to < text.length && !/\s/.test(text[to]!)
  return {
    before: onOneLine(cutsFirst ? before.replace(FIRST_WORD, '') : before).trimStart(),
    after: onOneLine(cutsLast ? after.replace(LAST_WORD, '') : after).trimEnd(),
  }
}

/** Newlines end paragraphs, and either end may contain half a surrogate pair. */
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').toWellFormed()

const AROUND = 90
/** Chinese and Japanese have no spaces: a whole line isn't a word. */
const FIRST_WORD = /^\S{1,20}(?=\s)/
const LAST_WORD = /(?<=\s)\S{1,20}$/
