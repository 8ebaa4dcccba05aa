import { typographyProblems } from './check-typography.ts'
import { type MessagePart, parseMessage } from './icu.ts'

export type Messages = Record<string, string>

/** What is wrong with one file of a translation beside its English original. Missing messages are not: English stands in. */
export function catalogueProblems(language: string, english: Messages, translation: Messages): string[] {
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
  const lost = [
    ...without(everNamed(source), everNamed(parts)),
    ...without(alwaysNamed('en', source), alwaysNamed(language, parts)),
  ]
  const added = without(everNamed(parts), everNamed(source))
  return [
    ...[...new Set(lost)].map((name) => `{${name}} is missing, or missing in a form that is for several numbers`),
    ...added.map((name) => `there is no {${name}} in English`),
    ...parts.flatMap((part) => formProblems(language, source, part)),
    ...typographyProblems(language, message),
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

const pluralRules = new Map<string, Intl.PluralRules>()

function pluralProblems(language: string, forms: Record<string, MessagePart[]>): string[] {
  const rules = rulesOf(language)
  const known = rules.resolvedOptions().pluralCategories
  const missing = [...numbersOf(language, forms).keys()].filter((category) => !forms[category])
  const unknown = Object.keys(forms).filter((form) => !form.startsWith('=') && !known.includes(form as 'other'))
  return [
    ...missing.map((category) => `the plural form “${category}” is missing`),
    ...unknown.map((form) => `the language has no plural form “${form}”`),
  ]
}

function rulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return rules
}

/** The numbers that each form of the language is for, without those that have a form of their own. */
function numbersOf(language: string, forms: Record<string, unknown>): Map<string, number[]> {
  const numbers = Array.from({ length: 201 }, (_, number) => number).filter((number) => !forms[`=${number}`])
  return Map.groupBy(numbers, (number) => rulesOf(language).select(number))
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

/**
 * The names that are written whichever forms are chosen. A form for one number says it without a digit: “this book”. In
 * many languages the form for one is also that for twenty-one, and has to write it.
 */
function alwaysNamed(language: string, parts: MessagePart[]): Set<string> {
  return new Set(
    parts.flatMap((part) => {
      if (typeof part === 'string') return []
      if (!('forms' in part)) return [part.name]
      const numbers = part.kind === 'plural' ? numbersOf(language, part.forms) : undefined
      const named = Object.entries(part.forms).flatMap(([form, inside]) => {
        if (form.startsWith('=')) return []
        const isNamedByForm = numbers && (numbers.get(form) ?? []).filter((number) => number > 0).length < 2
        return [new Set([...alwaysNamed(language, inside), ...(isNamedByForm ? [part.name] : [])])]
      })
      return [...named[0]!].filter((name) => named.every((each) => each.has(name)))
    }),
  )
}

function without(names: Set<string>, others: Set<string>): string[] {
  return [...names].filter((name) => !others.has(name))
}
