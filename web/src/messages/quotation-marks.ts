const low = '„“'
const angled = '«»'
const corner = '「」'

/** Languages that are not listed have those of English. */
export const quotationMarks: Readonly<Record<string, string>> = {
  ar: angled,
  de: low,
  es: angled,
  fr: angled,
  ja: corner,
  pl: '„”',
  ru: angled,
  uk: angled,
  'zh-Hant': corner,
}
export const defaultQuotationMarks = '“”'
