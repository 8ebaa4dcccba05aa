import type { en } from './en.ts'

export type Plural = { other: string; one?: string; zero?: string }
export type Message = string | Plural
/** A translation has every key; which plural forms it has depends on its language. */
export type Catalogue = Record<keyof typeof en, Message>
/** Every key of the original, in another language. */
export type Translation<Original> = Record<keyof Original, Message>
