import { useSyncExternalStore } from 'react'
import { en } from './en.ts'
import type { Catalogue, Message, Plural } from './translation.ts'

export const languages = { en: 'English', de: 'Deutsch', ja: '日本語' } as const
export type Language = keyof typeof languages

export type MessageKey = keyof typeof en

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Forms<M> = M extends string ? M : M extends { other: infer O } ? O : never
type Values<K extends MessageKey> = Names<Forms<(typeof en)[K]>>
type Given<K extends MessageKey> = [Values<K>] extends [never] ? [] : [values: Record<Values<K>, string | number>]

/** Messages that need nothing filled in, for tables of labels. */
export type PlainKey = { [K in MessageKey]: [Values<K>] extends [never] ? K : never }[MessageKey]

const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('./de.ts').then((module) => module.de),
  ja: () => import('./ja.ts').then((module) => module.ja),
}
const listeners = new Set<() => void>()
let language: Language = 'en'
let catalogue: Catalogue = en
let plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')

/** The words of a message in the person's language. `count` chooses the plural form and is written in their digits. */
export function t<K extends MessageKey>(key: K, ...given: Given<K>): string {
  return fillMessage(catalogue[key] ?? en[key], given[0] as Record<string, string | number> | undefined)
}

/** A message whose key is known only when it runs; undefined where the language has none. */
export function findMessage(key: string, values: Record<string, string | number> | undefined): string | undefined {
  const message = (catalogue as Partial<Record<string, Message>>)[key]
  return message === undefined ? undefined : fillMessage(message, values)
}

export function fillMessage(message: Message, values: Record<string, string | number> | undefined): string {
  const text = typeof message === 'string' ? message : chooseForm(message, Number(values?.count))
  return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => formatValue(values[name]) ?? whole) : text
}

export function currentLanguage(): Language {
  return language
}

/** Components that call `t` stand under one that uses this, so they speak anew when the language changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => language,
  )
}

export async function chooseLanguage(next: Language) {
  catalogue = next === 'en' ? en : await loaders[next]()
  language = next
  plurals = new Intl.PluralRules(next)
  numbers = new Intl.NumberFormat(next)
  if (typeof document !== 'undefined') {
    document.documentElement.lang = next
    localStorage.setItem('lectern-language', next)
  }
  for (const listener of listeners) listener()
}

/** The kept choice, else the first language of the browser that we speak. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem('lectern-language') ?? '', ...navigator.languages]
  for (const each of wanted) {
    const short = each.slice(0, 2)
    if (short in languages) return short as Language
  }
  return 'en'
}

function chooseForm(message: Plural, count: number): string {
  if (count === 0 && message.zero) return message.zero
  return (plurals.select(count) === 'one' && message.one) || message.other
}

function formatValue(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? numbers.format(value) : value
}
