import Type from '../typebox.ts'
import { root, text } from './shared-schemas.ts'

const open = { permission: 'public' } as const
const ById = Type.Object({ id: text })
const page = <const Path extends string>(path: Path) =>
  root.get(path, { ...open, summary: 'Redirect to the same page of the web interface', params: ById, status: 302 })

/** Addresses of Komga's own pages, which people have in bookmarks and apps open. */
export const deepLinks = {
  home: root.get('/', { ...open, summary: 'Redirect to the web interface', status: 302 }),
  library: page('/libraries/:id'),
  series: page('/series/:id'),
  oneshot: page('/oneshot/:id'),
  book: page('/book/:id'),
  read: page('/book/:id/read'),
  readEpub: page('/book/:id/read-epub'),
  collection: page('/collections/:id'),
  readList: page('/readlists/:id'),
} as const
