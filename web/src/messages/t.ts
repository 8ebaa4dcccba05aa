import { useSyncExternalStore } from 'react'
import { firstPagesEnglish } from './first-pages-english.ts'
import { formatMessage, type MessageFormats, type MessagePart, type MessageValues, parseMessage } from './icu.ts'
import { directionOf, type Language, matchLanguage } from './language-list.ts'
import type { MessageNames } from './message-names.ts'
import type { otherPagesEnglish } from './other-pages-english.ts'
import type { settingsEnglish } from './settings-english.ts'

export type MessageKey = keyof typeof firstPagesEnglish | keyof typeof otherPagesEnglish | keyof typeof settingsEnglish

type Names<K extends MessageKey> = MessageNames[K & keyof MessageNames]
type Given<K extends MessageKey> = [Names<K>] extends [never] ? [] : [values: Record<Names<K>, string | number>]

/** Messages that need nothing filled in, for tables of labels. */
export type PlainKey = Exclude<MessageKey, keyof MessageNames>

/** The messages of one language with its own way to write numbers, also where it stands in for another. */
type Catalogue = MessageFormats & { messages: Partial<Record<string, string>> }

type Areas = { default: Record<string, Record<string, string>> }
type Later = 'loadOtherPages' | 'loadSettings' | 'loadReasons'
type FirstWords = Areas & Record<Later, () => Promise<Areas>>

const loaders: Record<Exclude<Language, 'en'>, () => Promise<FirstWords>> = {
  ar: () => import('./ar/index.ts'),
  de: () => import('./de/index.ts'),
  es: () => import('./es/index.ts'),
  fr: () => import('./fr/index.ts'),
  it: () => import('./it/index.ts'),
  ja: () => import('./ja/index.ts'),
  ko: () => import('./ko/index.ts'),
  nl: () => import('./nl/index.ts'),
  pl: () => import('./pl/index.ts'),
  'pt-BR': () => import('./pt-BR/index.ts'),
  ru: () => import('./ru/index.ts'),
  tr: () => import('./tr/index.ts'),
  uk: () => import('./uk/index.ts'),
  'zh-Hans': () => import('./zh-Hans/index.ts'),
  'zh-Hant': () => import('./zh-Hant/index.ts'),
}
const english = catalogueOf('en', { ...firstPagesEnglish })
const listeners = new Set<() => void>()
let language: Language = 'en'
/** The first that has a message says it. */
let catalogues = [english]
/** What is loaded beyond the first page, or being loaded. */
const wanted = new Set<Later>()
let loadLater = loadEnglish

/** The words of a message in the person's language; numbers are written in their digits. */
export function t<K extends MessageKey>(key: K, ...given: Given<K>): string {
  return findMessage(key, given[0]) ?? key
}

/** What is loaded with the pages that need it. */
export function addEnglish(messages: Record<string, string>) {
  Object.assign(english.messages, messages)
}

export function hasMessage(key: string): boolean {
  return catalogues.some(({ messages }) => key in messages)
}

/** A message whose key is known only when it runs; undefined where no catalogue has it. */
export function findMessage(key: string, values: MessageValues | undefined): string | undefined {
  for (const catalogue of catalogues) {
    const message = catalogue.messages[key]
    if (message !== undefined) return formatMessage(parsed(message), values ?? {}, catalogue)
  }
}

/** As the language writes it, whichever the browser is set to: “2.004” in German. */
export const numberText = (value: number): string => catalogues[0]!.numbers.format(value)

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

export async function switchLanguage(next: Language) {
  const loaded = await Promise.all(spokenFor(next).map(loadCatalogue))
  const isComplete = completeLanguages.includes(next)
  const load = async (part: Later) => {
    await Promise.all([...loaded.map((each) => each.load[part]()), isComplete || loadEnglish(part)])
  }
  await Promise.all([...wanted].map(load))
  loadLater = load
  catalogues = [...loaded.map((each) => each.catalogue), english]
  language = next
  if (typeof document !== 'undefined') {
    document.documentElement.lang = next
    document.documentElement.dir = directionOf(next)
    localStorage.setItem('lectern-language', next)
  }
  for (const listener of listeners) listener()
}

/** A regional language and the one it is a region of, as far as we have them: what the first lacks the second says. */
function spokenFor(next: Language): (keyof typeof loaders)[] {
  const tags = [next, next.split('-')[0]!]
  return [...new Set(tags)].filter((tag): tag is keyof typeof loaders => tag in loaders)
}

async function loadCatalogue(tag: keyof typeof loaders) {
  const first = await loaders[tag]()
  const catalogue = catalogueOf(tag, Object.assign({}, ...Object.values(first.default)))
  const load = (part: Later) =>
    once(async () => void Object.assign(catalogue.messages, ...Object.values((await first[part]()).default)))
  return {
    catalogue,
    load: {
      loadOtherPages: load('loadOtherPages'),
      loadSettings: load('loadSettings'),
      loadReasons: load('loadReasons'),
    },
  }
}

/** The words that the first page does without. Whatever says them waits for this before it is drawn. */
export async function loadPageMessages(): Promise<void> {
  wanted.add('loadOtherPages')
  await loadLater('loadOtherPages')
}

/** The same with those of the settings, the administration and new libraries. */
export async function loadSettingsMessages(): Promise<void> {
  wanted.add('loadSettings')
  await Promise.all([loadPageMessages(), loadLater('loadSettings')])
}

/** The same with the sentences of the server, which the administration shows as they were stored. */
export async function loadAdminMessages(): Promise<void> {
  wanted.add('loadReasons')
  // Without them they are in English.
  await Promise.all([loadSettingsMessages(), loadLater('loadReasons').catch(() => {})])
}

/** What a sentence of the server needs to be said in the person's language; English comes from the server itself. */
export function loadReasonTranslations(): Promise<void> {
  return loadLater('loadReasons')
}

/** Put in by the build: the languages that lack no message, for which nothing has to stand in. */
declare const __COMPLETE_LANGUAGES__: string[] | undefined
const completeLanguages = typeof __COMPLETE_LANGUAGES__ === 'undefined' ? [] : __COMPLETE_LANGUAGES__

const loadOtherPagesEnglish = once(async () => addEnglish((await import('./other-pages-english.ts')).otherPagesEnglish))
const loadSettingsEnglish = once(async () => addEnglish((await import('./settings-english.ts')).settingsEnglish))

async function loadEnglish(part: Later): Promise<void> {
  if (part === 'loadOtherPages') await loadOtherPagesEnglish()
  if (part === 'loadSettings') await loadSettingsEnglish()
}

/** Does it the first time; tried again after it failed. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= act().catch((error) => {
      done = undefined
      throw error
    })
    return done
  }
}

function catalogueOf(tag: Language, messages: Record<string, string>): Catalogue {
  const isRightToLeft = directionOf(tag) === 'rtl'
  return { messages, plurals: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag), isRightToLeft }
}

/** A list says the same few messages hundreds of times. */
const parsedMessages = new Map<string, MessagePart[]>()

function parsed(message: string): MessagePart[] {
  let parts = parsedMessages.get(message)
  if (!parts) {
    parts = parseMessage(message)
    parsedMessages.set(message, parts)
  }
  return parts
}

/** The kept choice, else the first language of the browser that we speak. */
export function preferredLanguage(): Language {
  for (const tag of [localStorage.getItem('lectern-language') ?? '', ...navigator.languages]) {
    const found = matchLanguage(tag)
    if (found) return found
  }
  return 'en'
}
