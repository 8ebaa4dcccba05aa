/** The languages of the interface, each by its own name. The tag is the name of its folder. */
export const languages = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  tr: 'Türkçe',
  uk: 'Українська',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
} as const
export type Language = keyof typeof languages

/** As `dir` of the page says it. A book keeps its own direction, whatever language its reader's interface has. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/**
 * The language that fits a tag of the browser best: `de-AT` is German, `zh-TW` is Traditional Chinese by its script, and
 * `pt-PT` is rather Brazilian than English.
 */
export function matchLanguage(tag: string): Language | undefined {
  let wanted: Intl.Locale
  try {
    wanted = new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
  const same = (Object.keys(languages) as Language[]).filter((each) => each.split('-')[0] === wanted.language)
  const closeness = (each: Language) => {
    const { script, region } = new Intl.Locale(each).maximize()
    return (script === wanted.script ? 2 : 0) + (region === wanted.region ? 1 : 0)
  }
  return same.sort((a, b) => closeness(b) - closeness(a))[0]
}
