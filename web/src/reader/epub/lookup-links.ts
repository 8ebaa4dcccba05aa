/** Where a selected word can be looked up: a name, and an address with {text} and, if wanted, {lang} in it. */
export type LookupLink = { name: string; url: string }

export const lookupPreferenceKey = 'reader.lookup'
export const maxLookupLinks = 8

export const defaultLookupLinks: LookupLink[] = [
  { name: 'Wiktionary', url: 'https://{lang}.wiktionary.org/wiki/{text}' },
  { name: 'Wikipedia', url: 'https://{lang}.wikipedia.org/wiki/Special:Search?search={text}' },
  { name: 'Google Translate', url: 'https://translate.google.com/?sl=auto&op=translate&text={text}' },
]

/** Longer passages are not looked up, and addresses have an end. */
const maxTextLength = 500

/** The address to open, or nothing if the template is none: only http and https, and the text never chooses the server. */
export function lookupAddress(template: string, text: string, language: string | undefined): string | undefined {
  if (!template.includes('{text}')) return undefined
  if ([...template.matchAll(/\{(\w*)\}/g)].some(([, name]) => name !== 'text' && name !== 'lang')) return undefined
  const spoken = /^[a-z]{2,3}(?=-|$)/i.exec(language ?? '')?.[0].toLowerCase() ?? 'en'
  const filled = (words: string) =>
    template
      .replaceAll('{lang}', spoken)
      .replaceAll('{text}', encodeURIComponent(withoutMarks(words.trim()).slice(0, maxTextLength)))
  try {
    const url = new URL(filled(text))
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && url.origin === new URL(filled('x')).origin ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A single word is looked up without the quotation mark or comma that was selected with it. */
function withoutMarks(text: string): string {
  return /\s/.test(text) ? text : text.replace(/^\p{P}+|\p{P}+$/gu, '') || text
}

/** What is kept with the account may have been written by any app. */
export function validLookupLinks(kept: unknown): LookupLink[] {
  if (!Array.isArray(kept)) return defaultLookupLinks
  return kept
    .filter((link): link is LookupLink => typeof link?.name === 'string' && typeof link?.url === 'string')
    .filter(({ name, url }) => name.trim() && lookupAddress(url, 'x', 'en'))
    .slice(0, maxLookupLinks)
}
