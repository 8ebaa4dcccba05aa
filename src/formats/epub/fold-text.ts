export interface FoldedText {
  folded: string
  /** Where in the original the character at this place of the folded text stands. */
  originalAt(place: number): number
}

/** Text as it is compared: small letters without accents, wide forms narrow, every white space a space, typographic quotes plain. */
export function foldText(text: string): FoldedText {
  // Plain ASCII keeps its places, and is most of what is searched.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\u0000-\u007f]*$/.test(text))
    return { folded: text.toLowerCase().replace(/\s/g, ' '), originalAt: (place) => place }
  const places = new Uint32Array(text.length * 2 + 1)
  const foldedCharacters = new Map<string, string>()
  const pieces: string[] = []
  let length = 0
  let grown = places
  for (let at = 0; at < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(at)!)
    // A text has few different characters, and many of each.
    const folded = foldedCharacters.get(char) ?? foldCharacter(char)
    foldedCharacters.set(char, folded)
    if (length + folded.length + 1 > grown.length) {
      const larger = new Uint32Array(grown.length * 2 + 64)
      larger.set(grown)
      grown = larger
    }
    for (let part = 0; part < folded.length; part++) grown[length + part] = at
    length += folded.length
    pieces.push(folded)
    at += char.length
  }
  grown[length] = text.length
  return { folded: pieces.join(''), originalAt: (place) => (place >= length ? text.length : grown[place]!) }
}

function foldCharacter(char: string): string {
  if (substitutes[char] !== undefined) return substitutes[char]
  if (/\s/.test(char)) return ' '
  const letters = char.normalize('NFKD').replace(/\p{M}+/gu, '')
  return letters.toLowerCase()
}

/** Quotes and dashes as they are typed; what has no width is not there. */
const substitutes: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u00ad': '',
  '\u200b': '',
  '\u200c': '',
  '\u200d': '',
  '\u2060': '',
  '\ufeff': '',
  '…': '...',
}
