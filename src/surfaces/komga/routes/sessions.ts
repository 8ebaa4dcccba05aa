import type { FastifyRequest } from 'fastify'
import { sessions, signOuts } from '../../../contract/komga/sessions.ts'
import { problem } from '../../../contract/problems.ts'
import { findUser } from '../../../store/user/read.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentKomgaUser } from '../present/user.ts'
import { notFoundProblem } from '../read-by-komga-id.ts'

/** The current user, signing in and signing out. */
export function mountSessions({ surface, context, credentials, sessionIssuer }: KomgaContext): void {
  for (const route of [sessions.me, sessions.meOnce]) {
    serve(surface, route, async ({ viewer, request }) => {
      const user = await findUser(context.db, { id: viewer.userId })
      if (!user) throw notFoundProblem('user')
      const { name } = credentials.presentedBy(request)
      const presented = presentKomgaUser(user, viewer.permissions)
      return name === undefined ? presented : { ...presented, email: name }
    })
  }

  serve(surface, sessions.setCookie, ({ request, reply }) => sessionIssuer.setAsCookie(request, reply))

  for (const route of Object.values(signOuts)) {
    serve(surface, route, async ({ request, reply }) => {
      if (route === signOuts.byLink && !isWanted(request)) {
        throw problem('permission_denied', 'Signing out requires a POST request.')
      }
      await sessionIssuer.end(request, reply)
      // Pages that were read stay in the browser's cache, and its next user may be someone else.
      reply.header('clear-site-data', '"cache"')
    })
  }
}

/**
 * Apps sign out by GET too. A browser sends one for any link or picture of any page, even of a book's, with its cookie:
 * only requests from a script of our own page, or from no browser at all, are intentional.
 */
function isWanted({ headers }: FastifyRequest): boolean {
  if (headers.authorization !== undefined || headers['x-auth-token'] !== undefined) return true
  if (headers['x-requested-with'] !== undefined) return true
  if (headers['sec-fetch-dest'] === 'empty') return headers['sec-fetch-site'] === 'same-origin'
  return headers['sec-fetch-dest'] === undefined && !/^mozilla\//i.test(headers['user-agent'] ?? '')
}
