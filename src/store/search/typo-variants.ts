/**
 * Every word that is one typo away from this one: a letter missing, added, wrong, or two swapped. The index shows which
 * of them exist; a word of ten letters has about 600.
 */
export function typoVariantsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < SHORTEST_MISSPELT) return swapsOf(letters)
  const alphabet = alphabetOf(word)
  const found = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('')
    const after = letters.slice(at).join('')
    const beyond = letters.slice(at + 1).join('')
    for (const letter of alphabet) found.add(before + letter + after)
    if (at === letters.length) continue
    found.add(before + beyond)
    for (const letter of alphabet) found.add(before + letter + beyond)
    if (at + 1 < letters.length) found.add(before + letters[at + 1] + letters[at] + letters.slice(at + 2).join(''))
  }
  found.delete(word)
  return [...found]
}

/** In a short word, only swapped letters are corrected: with any letter changed, nearly any other word would match. */
const SHORTEST_MISSPELT = 5
const SHORTEST_SWAPPED = 4

export const mayBeMisspelt = (word: string): boolean => [...word].length >= SHORTEST_SWAPPED && /^\p{L}+$/u.test(word)

function swapsOf(letters: readonly string[]): string[] {
  const swapped = letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at]!).join(''))
  return [...new Set(swapped)].filter((one) => one !== letters.join(''))
}

/** As folded: without accents, in lower case. */
const ALPHABETS: readonly [RegExp, string][] = [
  [/\p{Script=Latin}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{Script=Cyrillic}/u, 'абвгдежзиклмнопрстуфхцчшщъыьэюяієґ'],
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρσςτυφχψω'],
  [/\p{Script=Hebrew}/u, 'אבגדהוזחטיכלמנסעפצקרשתםןץףך'],
  [/\p{Script=Arabic}/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءپچژگ'],
]

function alphabetOf(word: string): string[] {
  return ALPHABETS.filter(([script]) => script.test(word)).flatMap(([, letters]) => [...letters])
}
