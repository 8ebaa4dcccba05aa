import type { Reason } from '../../../src/contract/reasons.ts'
import { findMessage } from './t.ts'

/** What the server said, in the person's language; in its own words in English, without a code, or with one that is new. */
export function reasonText(reason: Reason | undefined, sentence: string): string {
  return (reason && findMessage(`reason.${reason.code}`, reason.params)) ?? sentence
}
