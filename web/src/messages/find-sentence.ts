import { formerSentences } from '../../../src/contract/former-sentences.ts'
import { makeSentenceMatcher } from '../../../src/contract/sentence-matcher.ts'
import english from './en/reasons.json' with { type: 'json' }
import { findMessage } from './t.ts'

const reasonOf = makeSentenceMatcher([
  ...Object.entries(english).map(([key, sentence]): [string, string] => [key.slice('reason.'.length), sentence]),
  ...Object.entries<string>(formerSentences).map(([sentence, code]): [string, string] => [code, sentence]),
])

/** What the server wrote in English, in the language that is loaded; undefined where no catalogue has it. */
export function findSentence(written: string, depth = 0): string | undefined {
  const reason = reasonOf(written)
  if (!reason) return undefined
  // Some sentences end in another one: why a plugin could not be started, what else is wrong with a file.
  const filled = Object.entries(reason.params).map(([name, value]) => [
    name,
    (depth < 2 && findSentence(value, depth + 1)) || value,
  ])
  return findMessage(`reason.${reason.code}`, Object.fromEntries(filled))
}
