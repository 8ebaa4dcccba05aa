/** Text that any XML parser takes: what XML cannot hold is left out, what has a meaning there is written as a number. */
export function text(value: string): string {
  return value
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const element = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`

export const attribute = (name: string, value: string): string => ` ${name}="${text(value)}"`

export const link = (attributes: Record<string, string>): string =>
  `<link${Object.entries(attributes)
    .map(([name, value]) => attribute(name, value))
    .join('')}/>`

/** XML 1.0 §2.2, and the two that are characters of nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be left out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
