import { api } from '../../api/client.ts'
import type { Locator } from '../epub/locator.ts'
import type { SearchHit } from '../epub/publication.ts'
import { sameWords } from './find-quote.ts'

/** Characters to search for: long enough to be rare, short enough not to include changed text. */
const searched = 60

/** The position of a passage in this edition of the book, found by the server, which has the whole text. */
export async function findPassageOnServer(
  bookId: string,
  { text, locations }: Locator,
): Promise<(SearchHit & { page: number | null }) | undefined> {
  const q = (text?.highlight ?? '').replace(/\s+/g, ' ').trim().slice(0, searched)
  if (q.length < 2) return undefined
  const found = await api
    .get<{ hits: (SearchHit & { page: number | null })[] }>(`/books/${bookId}/search`, { query: { q, limit: 100 } })
    .catch(() => undefined)
  const expected = locations?.totalProgression ?? 0
  const distance = ({ locator, before }: SearchHit) => {
    const isSame = sameWords(before.slice(-12), (text?.before ?? '').slice(-before.slice(-12).length))
    return Math.abs((locator?.locations?.totalProgression ?? 0) - expected) - (isSame ? 1 : 0)
  }
  return found?.hits.toSorted((one, other) => distance(one) - distance(other))[0]
}
