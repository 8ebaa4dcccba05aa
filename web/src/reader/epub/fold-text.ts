/** Text as it is compared when searching, with the way back to where each character stood. */
export type FoldedText = { folded: string; at: Uint32Array }

/** Quotes and dashes as they are typed; what has no width isn't there. The server folds in the same way. */
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

/** Small letters without accents, wide forms narrow, a run of white space as one space. */
export function foldText(text: string): FoldedText {
  const pieces: string[] = []
  let at = new Uint32Array(text.length + 64)
  let length = 0
  let wasSpace = false
  for (let index = 0; index < text.length; ) {
    const char = String.fromCodePoint(text.codePointAt(index) ?? 0)
    const isSpace = /\s/.test(char)
    const folded = isSpace ? (wasSpace ? '' : ' ') : foldCharacter(char)
    // A soft hyphen between two spaces leaves them a run.
    if (isSpace || folded) wasSpace = isSpace
    if (length + folded.length >= at.length) {
      const larger = new Uint32Array(at.length * 2)
      larger.set(at)
      at = larger
    }
    for (let part = 0; part < folded.length; part++) at[length + part] = index
    length += folded.length
    pieces.push(folded)
    index += char.length
  }
  at[length] = text.length
  return { folded: pieces.join(''), at }
}

const known = new Map<string, string>()

function foldCharacter(char: string): string {
  let folded = known.get(char)
  if (folded === undefined) {
    folded =
      substitutes[char] ??
      char
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
    if (known.size < 20_000) known.set(char, folded)
  }
  return folded
}

/** Every place in the text where the phrase stands. */
export function findAllFolded(text: string, phrase: string): { start: number; end: number }[] {
  const needle = foldText(phrase).folded.trim()
  if (!needle) return []
  const { folded, at } = foldText(text)
  const found: { start: number; end: number }[] = []
  for (let from = folded.indexOf(needle); from >= 0; from = folded.indexOf(needle, from + needle.length)) {
    const last = at[from + needle.length - 1] ?? 0
    found.push({ start: at[from] ?? 0, end: last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1) })
  }
  return found
}
