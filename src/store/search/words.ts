import { searchWords } from '../text/search-words.ts'

/** All of these must be found, each by any of its spellings; every one is the beginning of a word. */
export type Words = readonly (readonly string[])[]

/** What a person typed, as words. Empty when nothing in it could be found. */
export function wordsOf(text: string): Words {
  const words = new Set<string>()
  for (const word of searchWords(text.slice(0, MOST_TEXT))) words.add(word.slice(0, LONGEST_WORD))
  const given = [...words].slice(0, MOST_WORDS)
  // "nar naruto" asks no more than "naruto".
  return given.filter((word) => !given.some((other) => other !== word && other.startsWith(word))).map((word) => [word])
}

/** In the language of FTS5 or of PostgreSQL. Words hold only letters and digits, so quoting them is enough. */
export function matchText(kind: 'sqlite' | 'postgres', words: Words): string {
  const quoted = (word: string) => (kind === 'sqlite' ? `"${word}"*` : `'${word}':*`)
  const [and, or] = kind === 'sqlite' ? [' AND ', ' OR '] : [' & ', ' | ']
  return words
    .map((spellings) => (spellings.length === 1 ? quoted(spellings[0]!) : `(${spellings.map(quoted).join(or)})`))
    .join(and)
}

/** As the index keeps them: longer words are cut there too. */
const LONGEST_WORD = 64
const MOST_TEXT = 500
const MOST_WORDS = 24
