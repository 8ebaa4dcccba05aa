import { MONTHS, PUBLISHERS, WEEKDAYS } from './file-name-vocabulary.ts'

export interface DateFacts {
  year: number
  month?: number
  day?: number
}

/** A date that fills a whole bracket: (2016), [1984-04-28], (September 2007), (09-10 1943), (29-06-11). */
export function dateInBrackets(content: string): DateFacts | undefined {
  const plain = content.trim().replace(PUBLISHED, '').replace(WEEKDAY, '')
  const iso = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/.exec(plain)
  if (iso) return date(iso[1], iso[2], iso[3])
  const european = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})$/.exec(plain)
  if (european) return dayAndMonth(european[1]!, european[2]!, fullYear(european[3]!))

  const yearFirst = /^(\d{4}) ?(?:- ?(\d{0,4}|present))?$/i.exec(plain)
  if (yearFirst) return date(yearFirst[1], yearFirst[2]?.length === 2 ? yearFirst[2] : undefined)
  // "(2017, Tor)"
  const withPublisher = /^((?:1[5-9]|20)\d\d), \D{2,60}$/u.exec(plain)
  if (withPublisher) return date(withPublisher[1], undefined)
  // "(Paco Roca, 2007)"
  const byAuthor = /^\p{Lu}[\p{L}.'’ -]{2,60}, ((?:1[5-9]|20)\d\d)$/u.exec(plain)
  if (byAuthor) return date(byAuthor[1])
  // "(Panini 2022)"
  const byPublisher = /^(\D{2,60}?),? ((?:1[5-9]|20)\d\d)$/u.exec(plain)
  if (byPublisher && PUBLISHERS.has(byPublisher[1]!.toLowerCase())) return date(byPublisher[2])
  const monthsFirst = /^(\d{1,2})(?:-\d{1,2})?[ -](\d{4})$/.exec(plain)
  if (monthsFirst) return date(monthsFirst[2], monthsFirst[1])
  const named = /^(?:\d{1,2} )?(\p{L}{3,12})\.?(?: ?[-/] ?\p{L}{3,12}\.?)?(?: \d{1,2},)?,? (\d{4})$/u.exec(plain)
  if (named && (monthOf(named[1]!) || SEASONS.test(named[1]!))) return date(named[2], monthOf(named[1]!))
  return undefined
}

/** "(réédition 1994)" */
const PUBLISHED =
  /^(?:(?:ré)?édition|r?éé?d\.|(?:first )?published(?: in)?|reprint(?:ed)?|edition|ed\.|copyright|©|circa|ca?\.) ?(?=\d{4}$)/iu

/** "[Sat, 12 Aug 2023]" */
const WEEKDAY = new RegExp(`^(?:${WEEKDAYS})\\.?,? (?=\\d)`, 'iu')

export interface DateInText extends DateFacts {
  start: number
  end: number
}

/** A date without brackets: "X-Men, 2021-08-04", "DC Sep-Oct 1951". A bare year isn't enough: titles contain years. */
export function dateInText(text: string): DateInText | undefined {
  const iso = /(?<!\d)(\d{4})[-.](\d{2})[-.](\d{2})(?!\d)/.exec(text)
  const isoDate = iso && date(iso[1], iso[2], iso[3])
  if (iso && isoDate?.day) return { ...isoDate, start: iso.index, end: iso.index + iso[0].length }

  // "New Scientist 20200815"
  const compact = /(?<![\p{L}\d.-])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\p{L}\d-])/u.exec(text)
  if (compact) return { ...date(compact[1], compact[2], compact[3])!, start: compact.index, end: compact.index + 8 }
  const written = /(?<![\d.-])(\d{2})[-.](\d{2})[-.]((?:19|20)\d\d)(?![\d.-])/.exec(text)
  const writtenDate = written && dayAndMonth(written[1]!, written[2]!, written[3]!)
  if (written && writtenDate?.day)
    return { ...writtenDate, start: written.index, end: written.index + written[0].length }

  const issue = issueOfYear(text)
  if (issue) return issue
  const yearMonth = /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])/.exec(text)
  if (yearMonth) {
    const facts = date(yearMonth[1], yearMonth[2])!
    return { ...facts, start: yearMonth.index, end: yearMonth.index + yearMonth[0].length }
  }
  const monthYear = /(?<=\S (?:[-–] )?)(0[1-9]|1[0-2])\.((?:19|20)\d\d)(?= *(?:$|\uE000))/u.exec(text)
  if (monthYear) {
    const facts = date(monthYear[2], monthYear[1])!
    return { ...facts, start: monthYear.index, end: monthYear.index + monthYear[0].length }
  }
  // 2022年5月号 is the fifth of that year.
  const monthly = /((?:19|20)\d\d)年(?= ?(\d{1,2})月[号號])/u.exec(text)
  if (monthly) return { ...date(monthly[1], monthly[2])!, start: monthly.index, end: monthly.index + monthly[0].length }
  const japanese = /((?:19|20)\d\d)年(?: ?(\d{1,2})月(?:(\d{1,2})日)?)?/u.exec(text)
  const japaneseDate = japanese && date(japanese[1], japanese[2], japanese[3])
  if (japanese && japaneseDate)
    return { ...japaneseDate, start: japanese.index, end: japanese.index + japanese[0].length }
  const numbered = YEAR_AFTER_NUMBER.exec(text) ?? YEAR_BEFORE_NUMBER.exec(text)
  if (numbered) return { ...date(numbered[1])!, start: numbered.index, end: numbered.index + 4 }
  const season = SEASON_OF_YEAR.exec(text)
  if (season) return { ...date(season[1])!, start: season.index, end: season.index + season[0].length }
  const last = YEAR_AT_END.exec(text)
  if (last) return { ...date(last[1])!, start: last.index, end: last.index + 4 }
  const monthsLast = MONTH_BEHIND_YEAR.exec(text)
  if (monthsLast)
    return {
      ...date(monthsLast[1], monthOf(monthsLast[2]!))!,
      start: monthsLast.index,
      end: monthsLast.index + monthsLast[0].length,
    }
  const named = NAMED_MONTH.exec(text)
  const namedDate = named && date(named[4], monthOf(named[2]!), named[1] ?? named[3])
  if (!named || !namedDate) return undefined
  return { ...namedDate, start: named.index, end: named.index + named[0].length }
}

/**
 * "Heft 12-1985", "2021-34": magazines restart their numbering each year. Consumes only the year; the number is parsed
 * later. Without a word for "issue", a number that could be a month is one.
 */
function issueOfYear(text: string): DateInText | undefined {
  const match = NUMBER_OF_YEAR.exec(text) ?? YEAR_OF_NUMBER.exec(text)
  const year = match && date(match[1] ?? match[2])
  return match && year ? { ...year, start: match.index, end: match.index + match[0].length } : undefined
}

const NUMBER_OF_YEAR = /(?<=(?<![\d.-])(?:0?[1-9]|[1-4]\d|5[0-3]))[-–]((?:19\d|20[0-3])\d)(?= *(?:$|\uE000))/u
const YEAR_OF_NUMBER =
  /(?:(?<![\p{L}])(?:nr|no|heft|ausgabe|issue)\.? ((?:19\d|20[0-3])\d)[-–](?=\d{1,2}(?![\d-]))|(?<![\d.-])((?:19\d|20[0-3])\d)[-–](?=(?:1[3-9]|[2-4]\d|5[0-3])(?![\p{L}\d-])))/iu

/** "Nr 12 1985", "spawn_003_2012": after a number with a marker or zeros, a year needs no brackets. */
const YEAR_AFTER_NUMBER =
  /(?<=(?:(?:(?<!\p{L})(?:nr|no|núm|heft|ausgabe|issue)\.?|n[º°]|[#№]) ?\d{1,4}(?: \uE000)?|\S 0\d{1,3})(?:,? |(?= [-–]) )(?:[-–] )?)((?:19|20)\d\d)(?= *(?:$|\uE000))/iu
/**
 * "Kalle Anka 1974 nr 35", "Donald Duck - 2023 - 28": magazines; "Wonder Woman 1984 #1" is an issue of a series with
 * that name.
 */
const YEAR_BEFORE_NUMBER =
  /(?<=\S )((?:19\d|20[0-3])\d)(?= (?:(?:nr|no|núm|heft|ausgabe|issue)\.?|n[º°]|№) ?\d{1,3}(?!\d)|(?<= [-–] \d{4}) [-–] \d{1,2} *$)/iu
/** "2600 - Spring 1999", "PC Gamer - Christmas 2023" */
const SEASON_OF_YEAR =
  /(?:(?<=\S (?:[-–] )?)(?:spring|summer|autumn|fall|winter)|(?<=\S [-–] )(?:christmas|x-?mas|holiday|halloween)) ((?:19|20)\d\d)(?= *(?:$|\uE000))/iu

/** Comics began in the 19th century, but "1802" in a file name isn't a year. */
export function isYear(number: number): boolean {
  return number >= 1900 && number < 2100
}

const NAMED_MONTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<=\\S )(?:du|vom|del|dal|of|van|från) (?=\\p{L}+ \\d|\\d))?(?:(?:(?:${WEEKDAYS})\\.?,? (?:den |le |el )?)?([0-3]?\\d)\\.? (?:de )?)?(${[...MONTHS.keys()].join('|')})\\.?(?:[-/]\\p{L}{3,9}\\.?)?(?: ([0-3]?\\d)(?:st|nd|rd|th)?,?)? (?:de )?(\\d{4})(?![\\p{L}\\p{N}])`,
  'iu',
)
/** "Clean Code - Robert C. Martin - 2008" */
const YEAR_AT_END = /(?<=\S [-–] .*\S [-–] )((?:19\d|20[0-3])\d)(?= *$)/u
/** "Harvard Business Review 2023 Jul-Aug" */
const MONTH_BEHIND_YEAR = new RegExp(
  `(?<=\\S )((?:19\\d|20[0-3])\\d) (${[...MONTHS.keys()].join('|')})\\.?(?:[-/]\\p{L}{3,12}\\.?)?(?= *(?:$|\\uE000))`,
  'iu',
)
const SEASONS = /^(?:spring|summer|autumn|fall|winter|holiday|christmas|x-?mas|halloween)$/i

function monthOf(word: string): number | undefined {
  return MONTHS.get(word.toLowerCase())
}

/** Day first, unless only the second can be a day: 02-24-2001. */
function dayAndMonth(first: string, second: string, year: string): DateFacts | undefined {
  return Number(second) > 12 ? date(year, first, second) : date(year, second, first)
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return Number(digits) < 50 ? `20${digits}` : `19${digits}`
}

function date(year?: string, month?: string | number, day?: string): DateFacts | undefined {
  if (!isYear(Number(year))) return undefined
  const facts: DateFacts = { year: Number(year) }
  if (Number(month) >= 1 && Number(month) <= 12) facts.month = Number(month)
  if (facts.month && Number(day) >= 1 && Number(day) <= 31) facts.day = Number(day)
  return facts
}
