import { requireDelegatedPermissions } from '../../catalog/access/key-permissions.ts'
import { Problem } from '../../contract/problems.ts'
import { userPlugins as routes } from '../../contract/user-plugins.ts'
import { finishOauth, startOauth } from '../../plugins/user/user-plugin-connection.ts'
import { readCookie, serializeSetCookie } from '../edge/cookies.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readPluginToEnable } from './read-user-plugin.ts'
import type { RequestAndReply } from './session-cookies.ts'
import type { UserPluginDeps } from './user-plugin-sync.ts'

/** Connecting a plugin with an account elsewhere through OAuth. A cookie ties the way back to the same browser. */
export function mountUserPluginOauth(api: OpenSurface, deps: UserPluginDeps): void {
  const { db } = deps
  const { basePath } = api.app.edge

  serve(api, routes.startOauth, async ({ params, viewer, ...exchange }) => {
    requireDelegatedPermissions(viewer)
    const plugin = await readPluginToEnable(db, viewer, params.id)
    const back = `${basePath.publicUrl(exchange.request)}/api/v1/user/plugins/oauth/callback`
    const { url, state } = await startOauth(deps, plugin, viewer, back)
    setFlowCookie(exchange, state, FLOW_SECONDS)
    return { redirectUrl: url }
  })
  serve(api, routes.oauthCallback, async ({ query, viewer, ...exchange }) => {
    const { request, reply, href } = exchange
    const begun = readCookie(request, flowCookie)
    setFlowCookie(exchange, '', 0)
    try {
      const plugin = await finishOauth(deps, query, { begun, viewer })
      return reply.redirect(href(`/settings/connections?connected=${encodeURIComponent(plugin.displayName)}`), 302)
    } catch (caught) {
      const refusal = caught instanceof Problem ? caught.message : undefined
      request.log.warn(refusal ? { refusal } : { err: caught }, 'Connecting a plugin through OAuth failed')
      const why = refusal ?? 'Something went wrong. Try again later.'
      return reply.redirect(href(`/settings/connections?failed=${encodeURIComponent(why.slice(0, 300))}`), 302)
    }
  })

  function setFlowCookie({ request, reply, href }: RequestAndReply, state: string, maxAgeSeconds: number): void {
    const secure = basePath.publicUrl(request).startsWith('https:')
    reply.header('set-cookie', serializeSetCookie(flowCookie, state, { maxAgeSeconds, basePath: href(''), secure }))
  }
}

const flowCookie = 'lectern_connect'
const FLOW_SECONDS = 600
