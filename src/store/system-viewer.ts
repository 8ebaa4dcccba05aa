import type { Viewer } from './viewer.ts'
import { seesEverything } from './visibility/visible-classes.ts'

/** The viewer for work that the server does on its own behalf. */
export const systemViewer: Viewer = {
  userId: 0,
  uid: '',
  username: '',
  role: 'admin',
  permissions: new Set(),
  sees: seesEverything,
  via: 'system',
}
