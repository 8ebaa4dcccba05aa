import type { Reason } from '../../../src/contract/reasons.ts'
import { en } from './en.ts'
import { type MessageKey, translate } from './t.ts'

/** What the server said, in the person's language; in its own words where it gave no code, or one that is new. */
export function reasonText(reason: Reason | undefined, sentence: string): string {
  const key = `reason.${reason?.code}`
  return key in en ? translate(key as MessageKey, reason?.params) : sentence
}
