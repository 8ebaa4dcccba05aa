import type { Author } from '../publication.ts'

interface Contributor {
  name: string
  sortAs?: string
}

interface Named {
  name: string
  role: string
  sortName?: string | null
}

/** People as in Readium's manifests and OPDS: grouped by role, `contributor` for roles without a key. */
export function webpubContributorsOf(people: readonly Named[]): Record<string, Contributor[]> {
  const byRole = Map.groupBy(people, ({ role }) => KEYS[role as Author['role']] ?? 'contributor')
  return Object.fromEntries([...byRole].map(([key, some]) => [key, some.map(contributor)]))
}

const contributor = ({ name, sortName }: Named): Contributor => (sortName ? { name, sortAs: sortName } : { name })

const KEYS: Partial<Record<Author['role'], string>> = {
  author: 'author',
  co_author: 'author',
  writer: 'author',
  editor: 'editor',
  translator: 'translator',
  illustrator: 'illustrator',
  penciller: 'penciler',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  cover_artist: 'artist',
}
