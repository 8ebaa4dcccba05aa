import { type MessagePart, parseMessage } from './icu.ts'

export type Messages = Record<string, string>

/** What is wrong with one file of a translation beside its English original. Missing messages are not: English stands in. */
export function problemsOf(language: string, english: Messages, translation: Messages): string[] {
  return Object.entries(translation).flatMap(([key, message]) => {
    const original = english[key]
    const found = original === undefined ? ['English has no such message here'] : compare(language, original, message)
    return found.map((problem) => `${key}: ${problem}`)
  })
}

/** The names that a message must be filled with, in the form in which TypeScript checks them. */
export function messageNamesFile(english: Messages): string {
  const lines = Object.entries(english).flatMap(([key, message]) => {
    const names = [...everNamed(parseMessage(message))].sort()
    return names.length > 0 ? [`  '${key}': ${names.map((name) => `'${name}'`).join(' | ')}`] : []
  })
  return [
    '/** What each message is filled with. Written by `npm run languages` from the English catalogues. */',
    'export type MessageNames = {',
    ...lines.sort(),
    '}',
    '',
  ].join('\n')
}

function compare(language: string, original: string, message: string): string[] {
  if (message.trim() === '') return ['it is empty']
  const source = parseMessage(original)
  let parts: MessagePart[]
  try {
    parts = parseMessage(message)
  } catch (error) {
    return [(error as Error).message]
  }
  const lost = [...without(everNamed(source), everNamed(parts)), ...without(alwaysNamed(source), alwaysNamed(parts))]
  const added = without(everNamed(parts), everNamed(source))
  return [
    ...[...new Set(lost)].map((name) => `{${name}} is missing, or missing in one of its forms`),
    ...added.map((name) => `there is no {${name}} in English`),
    ...parts.flatMap((part) => formProblems(language, source, part)),
  ]
}

function formProblems(language: string, source: MessagePart[], part: MessagePart): string[] {
  if (typeof part === 'string' || !('forms' in part)) return []
  const { forms } = part
  const inside = Object.values(forms).flatMap((form) => form.flatMap((each) => formProblems(language, source, each)))
  if (part.kind === 'plural') return [...pluralProblems(language, forms), ...inside]
  const original = source.find((each) => typeof each !== 'string' && each.kind === 'select' && each.name === part.name)
  const wanted = typeof original === 'object' && 'forms' in original ? Object.keys(original.forms).sort().join() : ''
  const given = Object.keys(forms).sort().join()
  return given === wanted ? inside : [`{${part.name}} chooses between ${given} instead of ${wanted}`, ...inside]
}

function pluralProblems(language: string, forms: Record<string, MessagePart[]>): string[] {
  const rules = new Intl.PluralRules(language)
  const known = rules.resolvedOptions().pluralCategories
  /** The numbers that each form of the language is for, without those that have a form of their own. */
  const numbers = Map.groupBy(
    Array.from({ length: 201 }, (_, number) => number).filter((number) => !forms[`=${number}`]),
    (number) => rules.select(number),
  )
  const missing = [...numbers.keys()].filter((category) => !forms[category])
  const unknown = Object.keys(forms).filter((form) => !form.startsWith('=') && !known.includes(form as 'other'))
  const counted = forms.other!.some((part) => typeof part === 'object' && part.kind === 'number')
  // “This book” is right for one book, but in many languages the form for one is also that for twenty-one.
  const silent = Object.entries(forms).filter(
    ([form, parts]) =>
      counted && numbers.get(form as 'other')?.some((number) => number > 1) && alwaysNamed(parts).size === 0,
  )
  return [
    ...missing.map((category) => `the plural form “${category}” is missing`),
    ...unknown.map((form) => `the language has no plural form “${form}”`),
    ...silent.map(([form]) => `“${form}” needs the number (#), for it is for several; write =1 {…} for exactly one`),
  ]
}

/** Every name in any form. */
function everNamed(parts: MessagePart[]): Set<string> {
  return new Set(
    parts.flatMap((part) => {
      if (typeof part === 'string') return []
      return 'forms' in part
        ? [part.name, ...Object.values(part.forms).flatMap((form) => [...everNamed(form)])]
        : [part.name]
    }),
  )
}

/** The names that are written whichever forms are chosen, except those for one exact number. */
function alwaysNamed(parts: MessagePart[]): Set<string> {
  return new Set(
    parts.flatMap((part) => {
      if (typeof part === 'string') return []
      if (!('forms' in part)) return [part.name]
      const named = Object.entries(part.forms).flatMap(([form, inside]) =>
        form.startsWith('=') ? [] : [alwaysNamed(inside)],
      )
      return [...named[0]!].filter((name) => named.every((each) => each.has(name)))
    }),
  )
}

function without(names: Set<string>, others: Set<string>): string[] {
  return [...names].filter((name) => !others.has(name))
}
