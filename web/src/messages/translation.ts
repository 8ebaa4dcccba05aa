import type { Message } from './t.ts'

/** Every key of the original, in another language. */
export type Translation<Original> = Record<keyof Original, Message>
