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

/** People as Readium's manifests and OPDS have them: under what they did, as far as there is a word for it. */
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
