import { authorRoles } from '../contract/metadata.ts'
import { wordTable } from '../formats/values/word-table.ts'

const roles = wordTable<string>({
  cover: 'cover_artist',
  coverartist: 'cover_artist',
  cover_artist: 'cover_artist',
  coauthor: 'co_author',
  co_author: 'co_author',
  colourist: 'colorist',
})
const known: ReadonlySet<string> = new Set(authorRoles)

export function mapAuthorRole(word: string | null): string {
  const role = (word ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const ours = roles[role] ?? roles[role.replaceAll('_', '')] ?? role
  return known.has(ours) ? ours : 'contributor'
}

/** An unknown word is returned unchanged: the import rejects and reports it instead of clearing the field. */
export function mapSeriesStatus(word: string | null): string | null {
  const status = (word ?? '').trim().toLowerCase()
  if (['ongoing', 'ended', 'hiatus', 'abandoned'].includes(status)) return status
  if (status === 'completed') return 'ended'
  if (status === 'cancelled') return 'abandoned'
  return status === '' || status === 'unknown' ? null : word
}

const directions = wordTable<string>({
  left_to_right: 'ltr',
  right_to_left: 'rtl',
  vertical: 'ttb',
  webtoon: 'webtoon',
  ltr: 'ltr',
  rtl: 'rtl',
  ttb: 'ttb',
})
export const mapReadingDirection = (word: string | null): string | null =>
  directions[(word ?? '').toLowerCase()] ?? null

/** `2015-04-02` → the three numbers; what is not known is null. */
export function splitIsoDate(text: string | null): { year: number | null; month: number | null; day: number | null } {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text ?? '') ?? []
  const number = (digits: string | undefined) => (digits && Number(digits) > 0 ? Number(digits) : null)
  return { year: number(year), month: number(month), day: number(day) }
}

const sites: [RegExp, string, RegExp][] = [
  [/(^|\.)anilist\.co$/, 'anilist', /^\/manga\/(\d+)/],
  [/(^|\.)myanimelist\.net$/, 'myanimelist', /^\/manga\/(\d+)/],
  [/(^|\.)mangaupdates\.com$/, 'mangaupdates', /^\/series\/([a-z0-9]+)/],
  [/(^|\.)comicvine\.gamespot\.com$/, 'comicvine', /\/(4\d{3}-\d+)/],
  [/(^|\.)metron\.cloud$/, 'metron', /^\/series\/([^/]+)/],
  [/(^|\.)hardcover\.app$/, 'hardcover', /^\/(?:books|series)\/([^/]+)/],
  [/(^|\.)goodreads\.com$/, 'goodreads', /\/(?:show|series)\/(\d+)/],
]

/** The id in a link to a known site. */
export function externalIdOfLink(url: string): { source: string; id: string } | undefined {
  try {
    const { hostname, pathname } = new URL(url)
    for (const [host, source, path] of sites) {
      const id = host.test(hostname) ? path.exec(pathname)?.[1] : undefined
      if (id) return { source, id }
    }
  } catch {
    // Not an address.
  }
  return undefined
}
