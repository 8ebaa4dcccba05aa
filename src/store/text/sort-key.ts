/**
 * Converts a title to text whose byte order is the expected order: case, accents and a leading article are ignored, and
 * 2 comes before 10. Computed on write, so that both databases sort by the same bytes.
 */
export function sortKey(title: string, options: { keepArticle?: boolean } = {}): string {
  const folded = foldForSorting(title)
  const words = (options.keepArticle ? folded : folded.replace(LEADING_ARTICLE, '')) || folded
  return words.replace(/\d+/g, prefixWithLength).slice(0, MAX_LENGTH)
}

/** Lower case, compatibility forms unified, marks stripped, every run of punctuation and space one space. */
export function foldForSorting(text: string): string {
  // Most titles are plain letters, and searching ranks hundreds of them at a time.
  if (PLAIN.test(text)) return text.toLowerCase().replace(PLAIN_SEPARATORS, ' ').trim()
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFC').replace(SEPARATORS, ' ').trim()
}

/** Only the articles that are safe without knowing the title's language: "Die Hard" and "Las Vegas" must stay. */
const LEADING_ARTICLE = /^(?:the|an?) (?=\S)/
/** Kana voicing marks are marks too, but は and ば are different letters; they are kept. */
const MARKS = /[\p{M}--[\u3099\u309a]]/gv
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/
const PLAIN_SEPARATORS = /[^a-z0-9]+/g
const MAX_LENGTH = 512

/** 7 → "17", 10 → "210", so that more digits always sort later; leading zeros do not count. */
function prefixWithLength(digits: string): string {
  const bare = digits.replace(/^0+(?=.)/, '')
  return String.fromCharCode(0x30 + Math.min(bare.length, 64)) + bare
}
