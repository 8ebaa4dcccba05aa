import { isSlug } from './series-name.ts'

/** A name without its extension, split into the running text and the contents of brackets. */
export interface NameSplitAtBrackets {
  /** The running text; every bracket is replaced by one BRACKET_MARK, so positions stay comparable. */
  text: string
  groups: BracketGroup[]
}

export interface BracketGroup {
  bracket: '(' | '[' | '{'
  content: string
  /** Position of its BRACKET_MARK in the text. */
  at: number
}

/** Replaces a bracket in the running text. */
export const BRACKET_MARK = '\uE000'
/** Replaces text that has already been parsed. */
export const READ_TEXT_MARK = '\uE001'

/** Folder names are chosen by people, so their dots and hyphens belong to the name. */
export function splitBrackets(name: string, { folder = false } = {}): NameSplitAtBrackets {
  return takeBracketsOut(normalise(withoutExtension(name), folder))
}

/** Removes parsed text; positions stay the same. */
export function blankOut(text: string, start: number, end: number, filler = ' '): string {
  return text.slice(0, start) + filler.repeat(end - start) + text.slice(end)
}

export function withoutExtension(name: string): string {
  // File systems allow 255 bytes. The cap bounds the cost of the patterns below for any input.
  return name.trim().replace(EXTENSION, '').slice(0, MAX_CHARACTERS)
}

const MAX_CHARACTERS = 1000
/** "223.jpg.cbz": some tools append one to another. */
const EXTENSION =
  /(?:\.(?:cb[zr7ta]|zip|rar|7z|tar|pdf|epub|kepub|mobi|azw3?|fb2|djvu|jpe?g|png|gif|webp|avif|bmp|tiff?|jxl|svg)){1,2}$/i

function normalise(stem: string, isFolder: boolean): string {
  const joined = stem
    .normalize('NFC')
    // Control characters never belong to a name, and two private-use characters are our marks.
    .replace(/[\p{Cc}\uE000\uE001]/gu, ' ')
    .replace(/[０-９Ａ-Ｚａ-ｚ＃（）［］｛｝．－]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    // Two underscores on both sides replace brackets in names from tools that forbid those.
    .replace(/__([^_]+)__/g, '($1)')
    .replace(NUMBER_OF_YEAR, '-')
    .replace(FORBIDDEN_COLON, ' - ')
    .replace(/[_\s]+/g, ' ')
  const plain = MAY_RANGE.test(joined) ? joinRanges(joined) : joined
  if (isDotted(plain) && (!isFolder || RELEASED.test(plain))) return withoutDots(plain)
  if (isFolder) return plain
  const spaced = isSlug(plain)
    ? plain.replace(SLUG_DECIMAL, '.').replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    : plain
  // "Avengers.Hulk" is two words; "Dr.STONE", "D.Gray-man" and "S.H.I.E.L.D." are abbreviations.
  return spaced.replace(/(?<=\p{L}{4})\.(?=\p{L}{2})/gu, ' ')
}

/** "Der Spiegel 15_2024", "Computer Bild 2023_15": no slash is allowed in names. */
const NUMBER_OF_YEAR = /(?<= \d{1,2})_(?=(?:19|20)\d\d$)|(?<= (?:19|20)\d\d)_(?=\d{1,2}$)/u

/** "Perry Rhodan 3250_ Der Ruf der Sterne": nor is a colon. */
const FORBIDDEN_COLON = /(?<=\d)_ (?=\p{L})/gu

/** "solo-leveling-chapter-45-5": URL slugs have no dots. */
const SLUG_DECIMAL = /(?<=-ch(?:ap(?:ter)?)?-\d{1,4})-(?=\d$)/i

/** "Vinland.Saga.v01.2013": only "12.5" keeps its dot, and a year between the words counts like one in brackets. */
function withoutDots(name: string): string {
  return name
    .replace(/(?<!\d)\.|\.(?!\d(?!\d))/g, ' ')
    .replace(/(?<= )((?:19|20)\d\d)(?= |$)/g, '($1)')
    .replace(/ +/g, ' ')
}

/** "ch 1 - 50", "Chapters 1 to 50", "#1 - #6" at the end; "Vol. 2 - 15" is the fifteenth issue of a run. */
const MAY_RANGE = /\d ?(?:[-–~]|to|à|bis) (?:ch?\.? ?|#)?\d/i
const SPACED_RANGE =
  /((?:(?<!\p{L})(?:ch(?:ap(?:ter)?s?)?|c|vols|volumes|tomes)[. ]{0,2}|#)\d{1,7}(?:\.\d{1,3})?) ?(?:[-–~]|to|à|bis) (?=(?:ch?\.? ?|#)?\d{1,7}(?:\.\d{1,3})? *(?:$|[([{]))/giu

function joinRanges(name: string): string {
  return name
    .replace(SPACED_RANGE, '$1-')
    .replace(RANGE_OF_VOLUMES, (whole, mark: string, first: string, last: string) =>
      isRange(first, last) && (Number(first) === 1 || Number(last) - Number(first) <= 4)
        ? `${mark}${first}-${last}`
        : whole,
    )
    .replace(RANGE_OF_ISSUES, (whole, first: string, last: string) =>
      isRange(first, last) ? `${first}-${last}` : whole,
    )
}

/** "vol. 1 - 3", "T.1 à 4": three volumes in one file, if both numbers have the same format. */
const RANGE_OF_VOLUMES =
  /((?<!\p{L})(?:vol(?:ume)?|v|t|tom[eo]|band|bd)[. ]{0,2})(\d{1,3}) ?(?:[-–~]|to|à|bis) (\d{1,3})(?= *(?:$|[([{]))/giu
/** "001 - 045" */
const RANGE_OF_ISSUES = /(?<=\S )(0\d{1,3}) [-–~] (\d{2,4})(?= *(?:$|[([{]))/gu

function isRange(first: string, last: string): boolean {
  const isAlike = first.length === last.length || !(first.startsWith('0') || last.startsWith('0'))
  return isAlike && Number(first) < Number(last)
}

/** A number or a tag between dots shows that the name comes from a releaser. */
const RELEASED = /\.(?:(?:v|vol|c|ch)?\d|digital|webrip|retail)/i

/** "Some.Series.v3.01": dots in place of spaces. */
function isDotted(name: string): boolean {
  return !name.trim().includes(' ') && /\p{L}{2}\.[^.]{2,}\.|\p{L}{3}\.(?:v|vol|ch?)?\d/iu.test(name)
}

const OPENERS: Record<string, BracketGroup['bracket']> = {
  '(': '(',
  '[': '[',
  '{': '{',
  '【': '[',
  '〔': '[',
  '［': '[',
  '《': '[',
}
const CLOSERS: ReadonlySet<string> = new Set([')', ']', '}', '】', '〕', '］', '》'])

/** Nested and unclosed brackets are common; all text between two brackets is a group. */
function takeBracketsOut(name: string): NameSplitAtBrackets {
  const groups: BracketGroup[] = []
  let text = ''
  let depth = 0
  let bracket: BracketGroup['bracket'] = '('
  let content = ''

  const close = () => {
    if (content.trim()) {
      groups.push({ bracket, content: content.trim(), at: text.length })
      text += BRACKET_MARK
    }
    content = ''
  }

  for (const char of name) {
    const opener = OPENERS[char]
    if (opener) {
      close()
      bracket = opener
      depth++
    } else if (depth > 0 && CLOSERS.has(char)) {
      close()
      depth--
    } else if (depth > 0) content += char
    else text += char
  }
  close()
  return { text, groups }
}
