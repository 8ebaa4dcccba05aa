import Type from '../typebox.ts'
import { root, text } from './shared-schemas.ts'

const open = { permission: 'public' } as const
const toWebInterface = { ...open, summary: 'Redirect to the web interface', status: 302 } as const
const ById = Type.Object({ id: text })
const page = <const Path extends string>(path: Path) =>
  root.get(path, { ...open, summary: 'Redirect to the same page of the web interface', params: ById, status: 302 })

/** Addresses of Komga's own pages, which people have in bookmarks and apps open. */
export const deepLinks = {
  home: root.get('/', toWebInterface),
  dashboard: root.get('/dashboard', toWebInterface),
  login: root.get('/login', toWebInterface),
  library: page('/libraries/:id'),
  libraryTab: root.get('/libraries/:id/:tab', {
    ...open,
    summary: 'Redirect to the same page of the web interface',
    params: Type.Object({ id: text, tab: text }),
    status: 302,
  }),
  series: page('/series/:id'),
  oneshot: page('/oneshot/:id'),
  book: page('/book/:id'),
  read: page('/book/:id/read'),
  readEpub: page('/book/:id/read-epub'),
  collection: page('/collections/:id'),
  readList: page('/readlists/:id'),
} as const
