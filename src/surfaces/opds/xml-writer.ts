/** Text that any XML parser takes: what XML cannot hold is left out, what has a meaning there is written as a number. */
export function escapeXml(value: string): string {
  // Most text needs nothing, and a feed has thousands of them.
  if (!SPECIAL.test(value)) return value
  return value
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const xmlElement = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`

export const xmlAttribute = (name: string, value: string): string => ` ${name}="${escapeXml(value)}"`

export function xmlLink(attributes: Record<string, string>): string {
  let written = '<link'
  for (const name in attributes) written += xmlAttribute(name, attributes[name]!)
  return `${written}/>`
}

/** XML 1.0 §2.2, and the two that are characters of nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be left out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** What `escapeXml` has to look at more closely; surrogates may be halves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be left out
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/
