/** Derives a series name from the part of a file name before its numbers. Folder names keep their hyphens. */
export function tidySeriesName(raw: string, { folder = false } = {}): string | undefined {
  const spaced = !folder && isSlug(raw.trim()) ? raw.replaceAll('-', ' ') : raw
  const tidy = spaced
    .replace(/\s+/g, ' ')
    .replace(/^(?:[.)](?=\s))?[\s,\-–—~]+/, '')
    .replace(/(?<= )(?:no\.?|nr\.?|nro\.?|n\.|n[º°]|№) ?$/i, '')
    // "Берсерк. Том 5": the dot doesn't mark an abbreviation after a whole word.
    .replace(/(?:(?<=\p{Ll}{4})|(?<=\p{Script=Cyrillic}{3}))\.(?=\s*$)/u, '')
    .replace(/ [-–] album$/i, '')
    // "Diabolik Anno LX n. 4": the year of publication.
    .replace(/(?<=\S)(?:,| [-–])? (?:anno|ann[ée]e|jahrgang|jg\.|año) (?:[IVXLC]{1,7}|\d{1,3})[ ,–-]*$/iu, '')
    // "War and Peace, Part 02", "Thorgal tom 3"; "Peeping Tom 4" is a name.
    .replace(/(?:,| [-–]) (?:part|partie|parte|teil) ?$/iu, '')
    .replace(/ (?:tom|全\d{1,3}[巻卷册冊]) ?$/u, '')
    .replace(EDITION_BEHIND, '')
    .replace(/[\s,:;#]+$/, '')
  // "Re:ZERO -Starting Life in Another World-", "86 -EIGHTY-SIX-": a subtitle between two hyphens keeps both.
  const closed = /\s([-~])(?=\S)(?:[^-~]|(?<=\p{L})-(?=\p{L}))*\S\1$/u.test(tidy)
    ? tidy
    : tidy.replace(/[\s,\-–—~:;#]+$/, '')
  return closed.trim() || undefined
}

/**
 * "Hellboy - Library Edition", "Akira - 35th Anniversary Edition", "One Piece - Édition originale", "It 40th
 * Anniversary Edition"; "Death Note Black Edition" is a name.
 */
const EDITION_BEHIND =
  /(?:(?<=\S) [-–] (?:(?:the )?(?:\d{1,3}(?:st|nd|rd|th) )?(?:absolute|anniversary|collector['’]?s|complete|definitive|deluxe|library|limited|master|original|perfect) edition|[ée]dition \p{L}+|(?:l['’])?int[ée]grale|gesamtausgabe)|(?<=\S) \d{1,3}(?:st|nd|rd|th) anniversary edition)(?: [-–])?[ ,]*$/iu

/**
 * "Conan-the-Man" and "one-piece-chapter-1000" have hyphens in place of spaces; "Amazing-Spider-Man", "Yu-Gi-Oh!" and
 * "X-Men" are spelled with them. The first kind has a small word in the middle, or no capital letters.
 */
export function isSlug(name: string): boolean {
  const bare = name.replace(/^-+|-+$/g, '')
  if (/\s/.test(bare)) return false
  const words = bare.split('-').filter((word) => /\p{L}/u.test(word))
  if (words.length < 3) return false
  return !/\p{Lu}/u.test(name) || words.slice(1).some((word) => SMALL_WORDS.test(word))
}

const SMALL_WORDS =
  /^(?:a|an|and|at|by|for|from|in|of|on|or|the|to|vs|with|de|del|des|du|et|la|las|le|les|los|und|der|die|das|e|il|ga|ka|ni|no|wa|wo)$/
