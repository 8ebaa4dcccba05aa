import { sessions, signOuts } from '../../../contract/komga/users.ts'
import { findUser } from '../../../store/user/read.ts'
import { serve } from '../../serve.ts'
import { missing } from '../find.ts'
import type { Komga } from '../komga.ts'
import { presentUser } from '../present/user.ts'

/** Who somebody is, and how they come and go. */
export function mountSessions({ surface, context, credentials, sessionIssuer }: Komga): void {
  for (const route of [sessions.me, sessions.meOnce]) {
    serve(surface, route, async ({ viewer, request }) => {
      const user = await findUser(context.db, { id: viewer.userId })
      if (!user) throw missing('user')
      const { name } = credentials.introducedBy(request)
      const presented = presentUser(user, viewer.permissions)
      return name === undefined ? presented : { ...presented, email: name }
    })
  }

  serve(surface, sessions.setCookie, ({ request, reply }) => sessionIssuer.asCookie(request, reply))

  for (const route of Object.values(signOuts)) {
    serve(surface, route, ({ request, reply }) => sessionIssuer.takeBack(request, reply))
  }
}
