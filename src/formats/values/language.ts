import { wordTable } from './word-table.ts'
/** Converts common notations to a BCP 47 tag: `eng`, `en_US`, `jp`, `Japanese`. Undefined if it isn't a language. */
export function languageTag(written: string | undefined): string | undefined {
  const text = written?.trim().replaceAll('_', '-')
  if (!text || text.length > maxTagLength) return undefined
  const lower = text.toLowerCase()
  const named = wrongCodes[lower] ?? codeByName().get(lower)
  if (named) return named
  const [first, ...rest] = text.split('-')
  const corrected = wrongCodes[first!.toLowerCase()]
  return canonical(corrected ? [corrected, ...rest].join('-') : text)
}

const maxTagLength = 64

/** Country codes used as languages. `kr` is officially Kanuri, but on a comic it means Korean. */
const wrongCodes = wordTable<string>({
  jp: 'ja',
  kr: 'ko',
  cn: 'zh',
  tw: 'zh-TW',
  hk: 'zh-HK',
  cz: 'cs',
  gr: 'el',
  dk: 'da',
  ua: 'uk',
  vn: 'vi',
  us: 'en',
})

const undeterminedTags: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis', 'root'])

/** Never invalidated: the result depends only on the tag. */
const canonicalTagCache = new Map<string, string | undefined>()

/** A library has few languages and many books; calling ICU each time would be noticeably slow. */
function canonical(tag: string): string | undefined {
  if (canonicalTagCache.has(tag)) return canonicalTagCache.get(tag)
  const found = askIcu(tag)
  if (canonicalTagCache.size < 1000) canonicalTagCache.set(tag, found)
  return found
}

function askIcu(tag: string): string | undefined {
  try {
    const canonicalTag = Intl.getCanonicalLocales(tag)[0]!
    const language = new Intl.Locale(canonicalTag).language
    if (undeterminedTags.has(language) || names().of(language) === undefined) return undefined
    return canonicalTag
  } catch {
    return undefined
  }
}

let english: Intl.DisplayNames | undefined

/** Created on first use: it loads eight megabytes of ICU's tables into memory. */
function names(): Intl.DisplayNames {
  english ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return english
}

let codesByName: Map<string, string> | undefined

/** English and native names of the common languages. */
function codeByName(): Map<string, string> {
  if (codesByName) return codesByName
  codesByName = new Map()
  const common =
    'en ja zh ko fr de es it pt ru nl pl sv da no nb fi cs sk hu ro bg el tr ar he fa hi th vi id ms uk ca hr sr sl et lv lt is eu gl la'
  for (const code of common.split(' ')) {
    const inEnglish = names().of(code)
    const own = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code)
    if (own) codesByName.set(own.toLowerCase(), code)
    if (inEnglish) codesByName.set(inEnglish.toLowerCase(), code)
  }
  return codesByName
}
