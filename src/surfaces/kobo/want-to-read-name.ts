/** The one collection that we name, in the language of the device: as the web interface calls it. */
export function wantToReadName(acceptLanguage: string | undefined): string {
  const tag = acceptLanguage?.split(/[,;]/, 1)[0]?.trim() ?? ''
  return names.get(languageOf(tag)) ?? 'Want to read'
}

/** Chinese is written in two scripts, which `zh-TW` names by its region. */
function languageOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return language === 'zh' ? `${language}-${script}` : language
  } catch {
    return ''
  }
}

const names = new Map([
  ['ar', 'أريد قراءتها'],
  ['de', 'Will ich lesen'],
  ['es', 'Quiero leer'],
  ['fr', 'À lire'],
  ['it', 'Da leggere'],
  ['ja', '読みたい'],
  ['ko', '읽고 싶은 책'],
  ['nl', 'Wil ik lezen'],
  ['pl', 'Chcę przeczytać'],
  ['pt', 'Quero ler'],
  ['ru', 'Хочу прочитать'],
  ['tr', 'Okumak istediklerim'],
  ['uk', 'Хочу прочитати'],
  ['zh-Hans', '想读'],
  ['zh-Hant', '想讀'],
])
