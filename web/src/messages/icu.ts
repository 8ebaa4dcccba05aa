/**
 * The part of ICU MessageFormat that the catalogues use: `{name}`, plural, select and quoting by apostrophes. A library for
 * all of it is larger than many a page.
 */
export type MessagePart =
  | string
  /** `{page}` */
  | { kind: 'value'; name: string }
  /** `#` in a plural form: the number that chose it. */
  | { kind: 'number'; name: string }
  | { kind: 'plural' | 'select'; name: string; forms: Record<string, MessagePart[]> }

export type MessageValues = Record<string, string | number | undefined>

/** Throws a SyntaxError that says where the message is wrong. */
export function parseMessage(text: string): MessagePart[] {
  let at = 0

  function fail(problem: string): never {
    throw new SyntaxError(`${problem} at character ${at + 1} of “${text}”`)
  }
  function match(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  function skip(character: string) {
    match(/\s*/y)
    if (text[at] !== character) fail(`“${character}” is missing`)
    at++
  }
  function word(pattern: RegExp, what: string): string {
    match(/\s*/y)
    return match(pattern) || fail(`${what} is missing`)
  }

  /** Up to the end of the message or of the form it is in. `counted` is what `#` stands for. */
  function parts(nested: boolean, counted?: string): MessagePart[] {
    const found: MessagePart[] = []
    const add = (literal: string) => {
      if (typeof found.at(-1) === 'string') found[found.length - 1] += literal
      else found.push(literal)
    }
    while (at < text.length) {
      const character = text[at]!
      if (character === '}') {
        if (nested) break
        fail('“{” is missing before “}”')
      }
      if (character === '{') found.push(argument())
      else if (character === '#' && counted !== undefined) {
        at++
        found.push({ kind: 'number', name: counted })
      } else if (character === "'") add(apostrophe(counted !== undefined))
      else {
        at++
        add(character)
      }
    }
    return found
  }

  /** Two stand for one. Before a character that means something, one begins a quote, which ends at the next one. */
  function apostrophe(counted: boolean): string {
    const next = text[++at]
    if (next === "'") {
      at++
      return "'"
    }
    if (next === undefined || !(counted ? '{}<>#' : '{}<>').includes(next)) return "'"
    const quoted = match(/(?:[^']|'')*/y)
    at++
    return quoted.replaceAll("''", "'")
  }

  function argument(): MessagePart {
    skip('{')
    const name = word(/\w+/y, 'The name of a value')
    if (match(/\s*\}/y)) return { kind: 'value', name }
    skip(',')
    const kind = word(/\w+/y, '“plural” or “select”')
    if (kind !== 'plural' && kind !== 'select') fail(`“${kind}” is not supported before here`)
    skip(',')
    // Without a prototype: a value may be called “toString”.
    const forms: Record<string, MessagePart[]> = Object.create(null)
    while (!match(/\s*\}/y)) {
      const form = word(kind === 'plural' ? /=\d+|[a-z]+/y : /[\w-]+/y, 'A form')
      if (form in forms) fail(`“${form}” is there twice before here`)
      skip('{')
      forms[form] = parts(true, kind === 'plural' ? name : undefined)
      skip('}')
    }
    if (!forms.other) fail('“other” is missing before here')
    return { kind, name, forms }
  }

  return parts(false)
}

export type MessageFormats = { plurals: Intl.PluralRules; numbers: Intl.NumberFormat; isRightToLeft: boolean }

const rightToLeft = /[\u0590-\u08ff]/

/** What is not given stays visible as `{name}` instead of vanishing. */
export function formatMessage(
  parts: MessagePart[],
  values: MessageValues,
  { plurals, numbers, isRightToLeft }: MessageFormats,
): string {
  // A title in letters of the other direction keeps to itself: the number or the quote behind it does not jump before it.
  const isolated = (value: string) => (rightToLeft.test(value) === isRightToLeft ? value : `\u2068${value}\u2069`)
  const write = (part: MessagePart): string => {
    if (typeof part === 'string') return part
    const value = values[part.name]
    if (part.kind === 'value' || part.kind === 'number')
      return typeof value === 'number' ? numbers.format(value) : isolated(value ?? `{${part.name}}`)
    const { forms } = part
    const chosen =
      part.kind === 'select' ? forms[value ?? ''] : (forms[`=${value}`] ?? forms[plurals.select(Number(value))])
    return (chosen ?? forms.other!).map(write).join('')
  }
  return parts.map(write).join('')
}
