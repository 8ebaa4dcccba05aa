import { withoutSourcePrefix } from '../../store/release/tracking.ts'
import { isbnOf } from '../protocol/records.ts'
import type { MatchFacts } from './match-facts.ts'

/** Undefined when they have no site in common; `api:anilist` and `plugin:anilist` are the same site. */
export function shareExternalId(
  { externalIds: a = [] }: MatchFacts,
  { externalIds: b = [] }: MatchFacts,
): boolean | undefined {
  const siteOf = ({ source }: { source: string }) => withoutSourcePrefix(source).replaceAll(/[-_]/g, '')
  const ours = Map.groupBy(a, siteOf)
  const pairs = b.flatMap((theirs) =>
    (ours.get(siteOf(theirs)) ?? []).map((one) => one.externalId === theirs.externalId),
  )
  return pairs.length === 0 ? undefined : pairs.includes(true)
}

export function shareIsbn({ isbns: a = [] }: MatchFacts, { isbns: b = [] }: MatchFacts): boolean {
  const ours = new Set(a.map(toIsbn13))
  return b.some((one) => ours.has(toIsbn13(one)))
}

/** ISBN-10 and ISBN-13 of one book are the same. */
function toIsbn13(text: string): string {
  const isbn = isbnOf(text) ?? text
  if (isbn.length !== 10) return isbn
  const body = `978${isbn.slice(0, 9)}`
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}
