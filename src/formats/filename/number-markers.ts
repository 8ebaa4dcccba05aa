import { formatNumberRange, NUMBER_WORDS, parseCjkNumeral } from './number-text.ts'
import { READ_TEXT_MARK } from './split-brackets.ts'

/** A number with a marker ("Vol. 3", "第25话", "#½"), and its position in the running text. */
export interface NumberMarker {
  value?: string
  start: number
  end: number
  /** From "(of 6)" right after it. */
  count?: string
  /** As written, with leading zeros: "03" is the third book, "v3" more likely the third run. */
  raw: string
}

/** All patterns are bounded and anchored by look-around, so matching takes linear time. */
const NUMBER = '\\d{1,7}(?:\\.\\d{1,7})?'
const CJK_NUMERAL = '[〇零一二三四五六七八九十百千]{1,7}'
const WORD_START = '(?<![\\p{L}\\p{N}])'
const WORD_END = '(?![\\p{L}\\p{N}])'
const OF = ' ?(?:of|de|di|von|van|z|sur|из) ?#?'

const SEASON_WORDS = 'season|saison|staffel|temporada|stagione|сезон'
const EPISODE_WORDS = 'episodes?|épisodes?|episodios?|episódios?|episodi|folge|эпизод|epi?\\.?'

/** "Volume secondo", "Tome premier", "Zweiter Band": the words for each number, by language. */
const ORDINALS = [
  'primo prima premier première primero primer primera erster erstes first',
  'secondo seconda second seconde deuxième segundo segunda zweiter zweites',
  'terzo terza troisième tercero tercer tercera dritter drittes third',
  'quarto quarta quatrième cuarto cuarta vierter viertes fourth',
  'quinto quinta cinquième fünfter fünftes fifth',
  'sesto sesta sixième sexto sexta sechster sechstes sixth',
  'settimo settima septième séptimo séptima siebter siebtes seventh',
  'ottavo ottava huitième octavo octava achter achtes eighth',
  'nono nona neuvième noveno novena neunter neuntes ninth',
  'decimo decima dixième décimo décima zehnter zehntes tenth',
].map((words) => words.split(' '))
const ORDINAL = ORDINALS.flat().join('|')

// Each pattern: first group = number, second = end of a range.
const VOLUME = [
  `${WORD_START}(?:volumes?|volumen|vols?|tomes?|tomos?|band|bd|deel|cilt|tập|svazek|kötet|księga|część|cz\\.|knjiga|jilid|jg|jahrgang|том[аы]?|книга|τόμος|(?:ال)?مجلد|כרך)[ .:-]{0,3}(${NUMBER})(?:[-~](?:vol\\.?|v)?(${NUMBER}))?(?:(?:${OF}\\d{1,4})?\\p{L}{0,3}${WORD_END}|(?=ch?\\.?\\d))`,
  // "Superlópez T. 12"
  `(?<=\\S )[tт]\\. (\\d{1,3})${WORD_END}`,
  // Polish; "Peeping Tom 4" is a name.
  `${WORD_START}tom (0\\d{1,2})${WORD_END}`,
  '(?<=\\S )tom (\\d{1,3})(?= - )',
  `(?<=\\S )(?-i:tom) (\\d{1,3})${WORD_END}`,
  `(?<=(?:[-–]|,) )(?:tom|teil|arc) (\\d{1,3})${WORD_END}`,
  `${WORD_START}(?:volume|vol|tome|tomo|band|book|livre|buch|libro|księga)[. ]{1,2}([IVX]{1,5})(?= *(?:\uE000|$|[,:]| - ))`,
  `${WORD_START}[vtт]\\.?(${NUMBER})(?:-[vt]?(${NUMBER}))?(?:(?:v\\d|[es])?${WORD_END}|(?=ch?\\.?\\d))`,
  `(?<=\\p{Ll}{3})v(0\\d{1,2})${WORD_END}`,
  // "thebeautyvol2"
  `(?<=\\p{Ll}{3})vol(\\d{1,3})(?= *(?:\uE000|$))`,
  // "Naruto V 3", "Bloodshot V 2 001", "Naruto V 3 Ch 12"; "V for Vendetta" has no number there, and "World War V 002"
  // that of an issue.
  `(?<=[^\\s] )v ((?!0\\d\\d)\\d{1,4})(?= *(?:\uE000|$|-|#|\\d|ch?(?:ap(?:ter)?)?[. ]?\\d))`,
  `${WORD_START}s(\\d{1,2})(?= ?(?:- )?(?:e|ch?|${EPISODE_WORDS}|chapter)?\\.? ?\\d)`,
  // "Solo Leveling Season 2 Episode 110"; "Buffy Season 9 #3" is an issue of a series with that name.
  `(?:^|(?<=\\S ))(?:${SEASON_WORDS}) (\\d{1,2})(?=,? ?(?:- )?(?:${EPISODE_WORDS}) ?\\d)`,
  `${WORD_START}(?:book|livre|buch|boek|libro) (\\d{1,3})${WORD_END}`,
  `${WORD_START}(?:book|volume) (${NUMBER_WORDS.join('|')})${WORD_END}`,
  `(?<=${WORD_START}(?:compendium|omnibus) )(${NUMBER_WORDS.join('|')})${WORD_END}`,
  `${WORD_START}(?:volume|tomo|tome|libro|livre|parte|partie) (${ORDINAL})(?= *(?:\uE000|$|[,:]| - ))`,
  `(?<=\\S (?:[-–] )?)(${ORDINAL}) (?:volume|tomo|tome|band|teil|buch|parte|partie)(?= *(?:\uE000|$|[,:]| - ))`,
  `${WORD_START}vol(?:ume)?[. ]{0,2}tbd${WORD_END}`,
]
const VOLUME_EAST = [
  `[第제]? ?(?<![\\d.全])(?<!全\\d+)(${NUMBER})(?:[巻卷]?[-~〜+](${NUMBER}))? ?[巻卷册冊권集]`,
  `第(${CJK_NUMERAL})[巻卷册冊部季集]`,
  `第(${NUMBER})[部季](?!\\p{L})`,
  // 鋼之鍊金術師_27完: the last one.
  `(?<=[\\s\uE000])(\\d{1,3}) ?[完終终](?:[結结])?(?= *(?:\uE000|$))`,
  `(?<!\\d)[巻卷] ?(${NUMBER}|${CJK_NUMERAL})(?:[-~〜](${NUMBER}))?`,
  // The first, middle and last part of a work in two or three parts.
  `(?<=\\S)[\\s(（]?([上中下前後])[巻卷册冊]`,
  `(?<=\\S )([上中下])(?= *(?:\uE000|$))`,
  `(${NUMBER})부(?=\\s)`,
  `시즌 ?(${NUMBER})`,
  `เล่ม(?:ที่)? ?(${NUMBER})`,
]
// 全27巻: all volumes in one file, unless the name also states which.
/** 狼と香辛料 XVII, 三体Ⅲ 死神永生: "Final Fantasy VII" is a name, but few names in these scripts end in such a number. */
const ROMAN_EAST = [
  '(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー] )([IVX]{2,5})(?= |$)',
  '(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー] ?)([Ⅱ-Ⅻ])(?= |$)',
  // わたしの幸せな結婚 八
  '(?<=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー] )([一二三四五六七八九十]{1,3})(?= *(?:\uE000|$))',
]
const VOLUME_NUMBER_FIRST = [
  `全()(${NUMBER})[巻卷册冊]`,
  `${WORD_START}(${NUMBER})(?:-(${NUMBER}))?(?:-?й)?\\.? (?:том[аы]?|volumes?|kötet|díl|svazek|köide|cilt)(?!\\p{L})`,
]

const CHAPTER = [
  `${WORD_START}(?:chapters?|chapitres?|chap|chp|ch|kapitel|kap|cap[ií]tulos?|capitolo|cap|rozdział|bölüm|chương|hoofdstuk|episodes?|épisodes?|epi?|folge|dossier|issues?|progs?|heft|ausgabe|numéro|numero|número|núm|uitgave|zeszyt|broj|br\\.|číslo|sayı|fascículo|edição|bab|kapitola|poglavlje|τεύχος|κεφάλαιο|(?:ال)?(?:فصل|عدد|حلقة)|פרק|חוברת|גיליון|अंक|(?<!\\d(?:st|nd|rd|th) )ed\\.(?! ?(?:19|20)\\d\\d)|глав[аыу]?|гл|розділ|выпуск|випуск|эпизод)[ .#:-]{0,3}(?:n[ro]\\.? ?)?(${NUMBER}[a-z]?)(?:(?:[-~](?:ch?\\.?)?| ?[+&] ?(?=\\d{1,4} *(?:\uE000|$| - )))(${NUMBER}[a-z]?))?(?:${OF}\\d{1,5})?(?:v\\d)?${WORD_END}`,
  `${WORD_START}c(?:\\.(?!(?:1[5-9]|20)\\d\\d))?(${NUMBER}[a-wyz]?)(?:-c?(${NUMBER}[a-wyz]?))?(?:[vx]\\d)?${WORD_END}`,
  `${WORD_START}acte ([IVX]{1,5}|\\d{1,2})${WORD_END}`,
  // Names that some series use for chapters: "Hajime no Ippo Round 1412", "Detective Conan File 1100".
  `(?<=\\S )(?:round|file|stage|mission|lesson) (${NUMBER})(?= *(?:\uE000|$|[,:]| - ))`,
  // French: "One Piece Scan 1045 VF".
  `(?<=\\S )scan (${NUMBER})(?= *(?:\uE000|$|[,:]| - | v[fo]${WORD_END}))`,
  // "т05 г20", once the volume has been parsed.
  `(?<=${READ_TEXT_MARK} ?)г\\.? ?(${NUMBER})${WORD_END}`,
  // "S03E12", once the season has been parsed.
  `(?<=${READ_TEXT_MARK} ?)e(${NUMBER})${WORD_END}`,
]
const CHAPTER_EAST = [
  `[第제]? ?(?<![\\d.])(${NUMBER})(?:[-~〜](${NUMBER}))? ?[話话章回节節화회장]`,
  `第(${CJK_NUMERAL})[話话章回节節]`,
  `(?<=[\\s_\uE000])[話话] ?(${NUMBER})(?:[-~〜](${NUMBER}))?`,
  // Magazines; 怪獣8号 is a name.
  `(?:第|(?<=${READ_TEXT_MARK} ?)) ?(${NUMBER}) ?月?[号號期]`,
  `(?:ตอนที่|ตอน|บทที่) ?(${NUMBER})`,
]
const CHAPTER_NUMBER_FIRST = [
  `${WORD_START}(${NUMBER})(?:-(${NUMBER}))?(?:-?я)?\\.? (?:глав[аы]?|chapters?|fejezet|rész|kapitola|bölüm|розділ)(?!\\p{L})`,
]

const FRACTION = '[½¼¾⅓⅔∞]'
const ISSUE = [
  `#(-?(?: ?(?:[A-Za-z]{0,2}\\d{1,7}(?:\\.\\d{1,7}){0,2}${FRACTION}?(?:\\.?[A-Z]{2,4}|[a-z])?)|${FRACTION}))(?:-#?(${NUMBER}))?(?:${OF}(\\d{1,5}))?${WORD_END}`,
  // "Martin Mystère n.350"; with a space it is a bare number after a word that is removed from the name.
  `(?<=\\S )(?:(?:n|nro|no|núm|num)\\.|nr\\. ?|n[º°]|nos\\.? |č\\. ?)(\\d{1,5})(?:-(${NUMBER}))?${WORD_END}`,
  // "v24 n02", once the volume has been parsed.
  `(?<=${READ_TEXT_MARK} )(?:n|nos?)\\.? ?(\\d{1,4})(?:-(${NUMBER}))?${WORD_END}`,
]
const SEASON = [`^(?:${SEASON_WORDS}|s) ?(\\d{1,2})$`]
const SO_MANY_OF = [`(?<![\\p{L}\\p{N}.'-])(?<!part )(\\d{1,5}(?:\\.\\d)?[a-z]?)()${OF}(\\d{1,5})${WORD_END}`]
const SPECIAL = [`${WORD_START}sp ?(\\d{1,3})${WORD_END}`]

const compiled = (patterns: string[]) => patterns.map((pattern) => new RegExp(pattern, 'giu'))
// Most names are in Latin script, and every pattern costs time: East Asian ones are tried only for such scripts.
const volumes = byScript([VOLUME, VOLUME_EAST], VOLUME_NUMBER_FIRST, ROMAN_EAST)
const chapters = byScript([CHAPTER, CHAPTER_EAST], CHAPTER_NUMBER_FIRST)
const [issues, soManyOf] = [compiled(ISSUE), compiled(SO_MANY_OF)]
const [specials, seasons] = [compiled(SPECIAL), compiled(SEASON)]

/** All volume markers in order; a name may have two ("Tintin - T22 Vol 714 pour Sydney"). */
export function findVolumes(text: string): NumberMarker[] {
  const found = firstThatFinds(volumes, text)
  // 第3部 第12册: a part of the series, which has volumes of its own.
  const isPart = found.length > 1 && /第[^第]*[部季]$/u.test(text.slice(found[0]!.start, found[0]!.end))
  return isPart ? found.slice(1) : found
}

export function findChapter(text: string): NumberMarker | undefined {
  return firstThatFinds(chapters, text)[0]
}

/** "Love Potion #9, #5": the last one is the issue. */
export function findIssue(text: string): NumberMarker | undefined {
  return find(issues, text).at(-1)
}

/** "2 of 5", in the languages that scanned comics are in. */
export function findNumberOfTotal(text: string): NumberMarker | undefined {
  return find(soManyOf, text)[0]
}

/** "[Season 1]": only in brackets and as a folder's whole name; "Buffy Season 9" is a name. */
export function findSeason(text: string): NumberMarker | undefined {
  return find(seasons, text)[0]
}

/** "SP02": not in the numbering. */
export function findSpecial(text: string): NumberMarker | undefined {
  return find(specials, text)[0]
}

/** "(of 05)" in brackets. */
export function totalInBrackets(content: string): string | undefined {
  return /^(?:of|de|di|von|van|z|sur|из) ?#?(\d{1,5})$/iu.exec(content)?.[1]
}

interface Ranks {
  latin: RegExp[][]
  all: RegExp[][]
}

function byScript([west, east]: [string[], string[]], numberFirst: string[], lastEast: string[] = []): Ranks {
  const [latin, rest] = [compiled(west), compiled(numberFirst)]
  return { latin: [latin, rest], all: [[...latin, ...compiled(east)], rest, compiled(lastEast)] }
}

/** The range includes our private-use marks, for brackets and for parsed text. */
const EASTERN = /[\u0E00-\u0E7F\u1100-\uDFFF]/

function firstThatFinds({ latin, all }: Ranks, text: string): NumberMarker[] {
  for (const patterns of EASTERN.test(text) ? all : latin) {
    const found = find(patterns, text)
    if (found.length > 0) return found
  }
  return []
}

const MAY_NUMBER =
  /(?:vol(?:ume)?|tom[eo]|band|li[bv]re?o?|buch|księga|acte)[. ]{1,2}[IVX]|[\d½¼¾⅓⅔∞〇零一二三四五六七八九十百千]|[Ⅱ-Ⅻ]|(?<=[\u3040-\u9FFF] )[IVX]{2}|[上中下前後](?:[巻卷册冊]|\s*(?:\uE000|$))|tbd|(?:book|volume|compendium|omnibus|tom[eo]|libro|livre|partie?|parte) | (?:volume|tom[eo]|band|teil|buch|partie?|parte)/i

function find(patterns: RegExp[], text: string): NumberMarker[] {
  const found: NumberMarker[] = []
  if (!MAY_NUMBER.test(text)) return found
  for (const pattern of patterns) {
    // Not matchAll: it creates a new RegExp each time, which takes most of the time for a name.
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      found.push({
        value: numberText(match[1], match[2]),
        raw: match[1] ?? '',
        start: match.index,
        end: match.index + match[0].length,
        count: match[3],
      })
    }
  }
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** The name doesn't state whether there is a middle part; these values keep the order. */
const PARTS: Record<string, string> = { 上: '1', 前: '1', 中: '1.5', 下: '2', 後: '2' }

const ROMAN: Record<string, string> = Object.fromEntries(
  'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'
    .split(' ')
    .map((roman, at) => [roman, String(at + 1)]),
)

function numberText(first: string | undefined, last: string | undefined): string | undefined {
  // 全27巻: all volumes in one file.
  if (!first) return last && formatNumberRange('1', last)
  const word = NUMBER_WORDS.indexOf(first.toLowerCase())
  if (word >= 0) return String(word + 1)
  const ordinal = ORDINALS.findIndex((words) => words.includes(first.toLowerCase()))
  if (ordinal >= 0) return String(ordinal + 1)
  const part = PARTS[first] ?? ROMAN[first.normalize('NFKC').toUpperCase()]
  if (part) return part
  const plain = first.replaceAll(' ', '')
  return /^[〇零一二三四五六七八九十百千]/.test(plain) ? parseCjkNumeral(plain) : formatNumberRange(plain, last)
}
