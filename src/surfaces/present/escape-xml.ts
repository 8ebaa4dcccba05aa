/** Text that any XML parser accepts: forbidden characters are removed, special ones are escaped as numbers. */
export function escapeXml(value: string): string {
  // Most texts need no escaping, and a feed has thousands of them.
  if (!SPECIAL.test(value)) return value
  return value
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** XML 1.0 §2.2, and the two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be left out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Characters for which `escapeXml` has to do more; surrogates may be unpaired. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be left out
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/
