import { searchWords, withoutArticle } from '../text/search-words.ts'

/** All of these must match, each with any of its spellings, as a prefix of a word. */
export type QueryWords = readonly (readonly string[])[]

/** Marks a word that must match as a whole, and not only as a prefix. No other character in a word is special. */
export const WHOLE_WORD_MARK = '='

/** The user's input as words. Empty if it contains nothing searchable. */
export function parseQueryWords(text: string): QueryWords {
  const words = new Set<string>()
  for (const word of searchWords(text.slice(0, MAX_TEXT))) words.add(word.slice(0, MAX_WORD_LENGTH))
  const given = [...words].slice(0, MAX_WORDS)
  const isAsked = (word: string) => !given.some((other) => other !== word && other.startsWith(word))
  // "nar naruto" is equivalent to "naruto".
  return given.flatMap((word, at) => {
    const before = at > 0 && isAsked(given[at - 1]!) ? given[at - 1] : undefined
    return isAsked(word) ? [[word, ...joinedWith(before, word), ...bareForm(word)]] : []
  })
}

/**
 * "spider man" also finds Spiderman. The previous word is a prefix of that one, so it needs no alternative of its own.
 */
function joinedWith(before: string | undefined, word: string): string[] {
  if (before === undefined || ARTICLE.test(before) || !SPACED_SCRIPT.test(before) || !SPACED_SCRIPT.test(word))
    return []
  return before.length + word.length > MAX_WORD_LENGTH ? [] : [before + word]
}

/** المدينة also finds مدينة. */
function bareForm(word: string): string[] {
  const bare = withoutArticle(word)
  return bare === undefined ? [] : [bare]
}

const ARTICLE = /^(?:the|an?)$/
/** Scripts that separate words by spaces. */
export const SPACED_SCRIPT = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u

/** The query in the syntax of FTS5 or PostgreSQL. Words contain only letters and digits, so quoting them is enough. */
export function compileMatchExpression(kind: 'sqlite' | 'postgres', words: QueryWords): string {
  const [quote, prefix] = kind === 'sqlite' ? ['"', '*'] : ["'", ':*']
  const quoted = (word: string) =>
    word.endsWith(WHOLE_WORD_MARK) ? `${quote}${word.slice(0, -1)}${quote}` : `${quote}${word}${quote}${prefix}`
  const [and, or] = kind === 'sqlite' ? [' AND ', ' OR '] : [' & ', ' | ']
  return words
    .map((spellings) => (spellings.length === 1 ? quoted(spellings[0]!) : `(${spellings.map(quoted).join(or)})`))
    .join(and)
}

/** As in the index: longer words are truncated there too. */
const MAX_WORD_LENGTH = 64
const MAX_TEXT = 500
const MAX_WORDS = 24
