/**
 * The text without characters that nobody sees: control characters but tabs and line ends, byte order marks, and those
 * that turn the direction of everything after them ("gnp.exe" looks like "exe.png"). Marks within a word stay, as
 * Arabic, Hebrew, Persian and emoji need them.
 */
export function visibleText(text: string): string {
  return INVISIBLE.test(text) ? text.replace(EVERY_INVISIBLE, '').trim() : text
}

/**
 * The same for all text in a value of JSON. What loses all of a text is left out, and so is a thing that loses its name:
 * an author without a name is none.
 */
export function visibleValues<Value>(value: Value): Value | undefined
export function visibleValues(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value) || undefined
  if (Array.isArray(value)) {
    const items = value.map(visibleValues).filter((one) => one !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [key, visibleValues(part)] as const)
  if (parts.some(([key, part]) => key === 'name' && part === undefined)) return undefined
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'g')
