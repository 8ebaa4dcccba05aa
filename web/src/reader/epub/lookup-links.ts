/** A link to look up a selected word: a name, and a URL template with {text} and optionally {lang}. */
export type LookupLink = { name: string; url: string }

export const lookupPreferenceKey = 'reader.lookup'
export const maxLookupLinks = 8

export const defaultLookupLinks: LookupLink[] = [
  { name: 'Wiktionary', url: 'https://{lang}.wiktionary.org/wiki/{text}' },
  { name: 'Wikipedia', url: 'https://{lang}.wikipedia.org/wiki/Special:Search?search={text}' },
  { name: 'Google Translate', url: 'https://translate.google.com/?sl=auto&op=translate&text={text}' },
]

/** Longer passages aren't looked up, and URLs have a maximum length. */
const maxTextLength = 500

/**
 * The URL to open, or undefined if the template is invalid: only http and https, and the text can't change the server.
 */
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

/** A single word is looked up without a quotation mark or comma selected with it. */
function withoutMarks(text: string): string {
  return /\s/.test(text) ? text : text.replace(/^\p{P}+|\p{P}+$/gu, '') || text
}

/** Any app may have written the stored preference. */
export function validLookupLinks(stored: unknown): LookupLink[] {
  if (!Array.isArray(stored)) return defaultLookupLinks
  return stored
    .filter((link): link is LookupLink => typeof link?.name === 'string' && typeof link?.url === 'string')
    .filter(({ name, url }) => name.trim() && lookupAddress(url, 'x', 'en'))
    .slice(0, maxLookupLinks)
}
