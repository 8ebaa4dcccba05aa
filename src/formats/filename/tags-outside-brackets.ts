import type { BracketFacts } from './bracket-groups.ts'
import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { EDITION_PATTERN, LANGUAGES, PUBLISHERS } from './file-name-vocabulary.ts'
import type { NumberMarker } from './number-markers.ts'
import { blankOut } from './split-brackets.ts'

export interface TagsOutsideBrackets {
  /** The running text with tags outside the name blanked out; positions stay the same. */
  text: string
  facts: Pick<
    FileNameFacts,
    | 'edition'
    | 'coverToCover'
    | 'publisher'
    | 'language'
    | 'format'
    | 'scan'
    | 'oneShot'
    | 'annual'
    | 'freeComicBookDay'
    | 'extra'
  >
  /** Position of a word for an extra: the text after it isn't the series. */
  extra?: NumberMarker
}

/** Extracts words from the running text that describe the sort of book. */
export function readTagsOutsideBrackets(
  original: string,
  groups: BracketFacts,
  { kind, folder }: { kind?: LibraryKind; folder?: boolean },
): TagsOutsideBrackets {
  let text = original
  const take = (pattern: RegExp): string | undefined => {
    const match = pattern.exec(text)
    if (match) text = blankOut(text, match.index, match.index + match[0].length)
    return match?.[0].trim()
  }

  const language = languagePrefix(text)
  if (language) text = blankOut(text, 0, language.end)
  const oneShot = take(/(?<![\p{L}\p{N}])one[- ]?shot(?![\p{L}\p{N}])/iu) !== undefined
  const c2c = take(/(?<![\p{L}\p{N}])c2c(?![\p{L}\p{N}])/iu) !== undefined || groups.c2c
  take(/(?<![\p{L}\p{N}.])\d{1,4} ?(?:pages|page|pgs?\.?|p)(?![\p{L}\p{N}-])/iu)
  take(/(?<![\p{L}\p{N}])(?:pg?\. ?|p)\d{1,4}(?:-p?\d{1,4})?(?![\p{L}\p{N}])/iu)
  // A release number after the scanner's bracket: "[Taruby] v1.12".
  take(/(?<=\uE000) ?v\d\.\d{1,3}$/iu)
  // "Ch.205 v2": the second release of a chapter.
  take(/(?<=(?<!\p{L})ch?(?:ap(?:ter)?)?[. ]{0,2}\d{1,4}(?:\.\d)? )v[2-9](?= *(?:$|\uE000))/iu)
  // "020 (2018) (Digital) (Zone-Empire) v2"
  take(/(?<= (?:0\d{1,3}|\d{3,4}) ?(?:\uE000 ?){1,9})v[2-9]$/iu)
  const format = take(/(?<= )(?:TPB|OGN|HC|GN|digital)(?= *(?:\uE000|$| \d| - |v\d|vol))/u)
  // "The Apothecary Diaries LN 05"
  if (!folder) take(/(?<=\S )(?:LN|Light Novel)(?= *(?:\uE000|$| - |#?\d|v\d|[Vv]ol))/u)
  const isDatedComic = kind === undefined && groups.dates.length > 0
  if (kind === 'comic' || isDatedComic) take(/(?<= )(?:special|extra)(?= - [^\d\uE000]*(?:\uE000|$))/iu)

  // A manga's omnibus is an edition of the series; that of a comic is often the only book of it.
  const edition = EDITION_PATTERN.exec(text)?.[0]
  if (kind !== 'comic' && !folder) take(CLOSING_EDITION)
  const extra = kind === 'comic' ? undefined : findExtra(text)

  return {
    text,
    extra,
    facts: {
      edition: edition ?? groups.edition,
      publisher: groups.publisher ?? publisherIn(text),
      language: groups.language ?? language?.tag,
      format: groups.format ?? format,
      scan: groups.scan ?? (c2c ? 'c2c' : undefined),
      coverToCover: c2c,
      oneShot,
      annual: /(?<!\p{L})annual(?!\p{L})/iu.test(text),
      freeComicBookDay: /free comic book day|(?<!\p{L})fcbd(?!\p{L})/iu.test(text),
      extra: extra !== undefined,
    },
  }
}

/** Only numbers and brackets may follow: "The Omnibus of Everything" is a name. */
const CLOSING_EDITION =
  /(?<=\S )(?<!^(?:the|an?) )(?:omnibus(?: edition)?|\d-in-\d(?: edition)?|uncensored|int[ée]grale?|gesamtausgabe)(?= *(?:$|[\uE000\uE001,:–-]|#?\d|(?:v|t|c)\.?\d|(?:vol|volume|book|tome|chapter|ch)(?!\p{L})))/iu

const EXTRA =
  /(?<![\p{L}\p{N}])(?:omake(?:[- ]?\d{1,3})?|(?:extra|bonus|special) chapters?(?: ?\d{1,3}(?:\.\d)?)?|art ?books?|art collection|(?<= - )hs(?= - )|hors[- ]s[ée]rie(?! ?n?[°º.]? ?\d)|fan ?book|guide ?book)(?![\p{L}\p{N}])/iu

function findExtra(text: string): NumberMarker | undefined {
  const match = EXTRA.exec(text)
  return match ? { start: match.index, end: match.index + match[0].length, raw: match[0] } : undefined
}

/** "Bd Fr-Aldebaran-Antares-t6": a common pattern for French albums. */
function languagePrefix(text: string): { tag: string; end: number } | undefined {
  const match = /^\s*bd (\p{L}{2})[- ]+/iu.exec(text)
  const tag = match && LANGUAGES.get(match[1]!.toLowerCase())
  return match && tag ? { tag, end: match[0].length } : undefined
}

/** Only the two names that are rarely words of a title. */
function publisherIn(text: string): string | undefined {
  const name = /(?<!\p{L})(?:Marvel|DC)(?!\p{L})/u.exec(text)?.[0]
  return name && PUBLISHERS.get(name.toLowerCase())
}
