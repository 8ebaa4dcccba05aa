import type { Fault } from '../../contract/problems.ts'
import { languageTag } from '../../formats/values/language.ts'
import { normaliseLine } from './normalise-text.ts'

/** A BCP 47 tag; common mistakes ("en_us", "Japanese") are corrected. */
export function normaliseLanguage(text: string | null, path: string, faults: Fault[]): string | null {
  const written = normaliseLine(text)
  if (written === null) return null
  const tag = languageTag(written) ?? wellFormed(written)
  if (tag === undefined) faults.push({ path, message: 'must be a language tag such as en, ja or zh-Hant' })
  return tag ?? null
}

function wellFormed(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
