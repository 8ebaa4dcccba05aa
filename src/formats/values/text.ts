import { decodeHTML } from 'entities/decode'

/** Normalises the text of a field: line ends become `\n`, trimmed; undefined when nothing is left. */
export function parseTextField(written: string | undefined): string | undefined {
  return written?.replace(/\r\n?/g, '\n').trim() || undefined
}

/** Splits a list in one field at commas and semicolons, also in their wide forms; without duplicates; never empty. */
export function parseListField(written: string | undefined): string[] | undefined {
  return distinctTexts((written ?? '').split(/[,;，；、\n]/))
}

export function distinctTexts(values: Iterable<string | undefined>): string[] | undefined {
  const seen = new Map<string, string>()
  for (const value of values) {
    const text = value?.replace(/\s+/g, ' ').trim()
    if (text && !seen.has(text.toLowerCase())) seen.set(text.toLowerCase(), text)
  }
  return seen.size > 0 ? [...seen.values()] : undefined
}

export function parseIntegerField(written: string | undefined, min: number, max: number): number | undefined {
  const text = written?.trim()
  if (!text || !/^[+-]?\d{1,15}(\.0+)?$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

export function webAddresses(written: Iterable<string | undefined>): string[] | undefined {
  const parts: string[] = []
  for (const text of written) parts.push(...(text ?? '').split(/[\s]+|,(?=https?:)/i))
  return distinctTexts(parts.map((part) => (/["'<>]/.test(part) ? undefined : safeWebAddress(part))))
}

/**
 * An address that is safe to open in a browser; undefined otherwise. A user name in it, which could pass for the name of
 * the site ("https://example.org@elsewhere.net"), and a password are left out.
 */
export function safeWebAddress(written: string | undefined): string | undefined {
  const url = written && /^https?:\/\/\S+$/i.test(written) ? URL.parse(written) : undefined
  if (!url) return undefined
  if (!url.username && !url.password) return written
  url.username = ''
  url.password = ''
  return url.href
}

/**
 * Descriptions are often HTML (calibre, Comic Vine). Paragraphs and breaks become line ends, other markup is removed.
 */
export function htmlToPlainText(written: string | undefined, maxLength = maxDescriptionLength): string | undefined {
  const text = parseTextField(written?.slice(0, maxLength))
  if (!text || !/<[a-z/!][^<>]*>|&[a-z#]\w*;/i.test(text)) return text
  const broken = withoutElement(withoutElement(text, 'script'), 'style')
    .replace(/\s+/g, ' ')
    .replace(/<(br|hr)\b[^<>]*>/gi, '\n')
    .replace(/<\/(p|div|li|h[1-6]|tr|blockquote)\s*>/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '')
  return parseTextField(
    decodeHTML(broken)
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n'),
  )
}

const maxDescriptionLength = 32_768

/** One pass over the text, even if it opens many such elements and never closes them. */
function withoutElement(text: string, name: 'script' | 'style'): string {
  const [opening, closing] = [new RegExp(`<${name}\\b`, 'gi'), new RegExp(`</${name}\\s*>`, 'gi')]
  let result = ''
  let from = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    closing.lastIndex = found.index
    if (!closing.exec(text)) break
    result += text.slice(from, found.index)
    from = closing.lastIndex
    opening.lastIndex = from
  }
  return result + text.slice(from)
}
