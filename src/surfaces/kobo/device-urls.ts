import type { FastifyRequest } from 'fastify'
import type { BasePath } from '../edge/base-path.ts'

export interface KoboDeviceUrls {
  /** `https://host:port` */
  site: string
  /** `https://host:port/base/kobo/<token>` */
  base: string
}

/** The URLs this device has to use. It omits the port in its Host header, so ours is added. */
export function koboDeviceUrlsOf(
  request: FastifyRequest,
  basePath: BasePath,
  publicUrl: string | null,
): KoboDeviceUrls {
  const { token } = request.params as { token: string }
  // `server.public_url` doesn't apply to the port of the compatibility API, where a Kobo came from Komga.
  const own = `${request.protocol}://${request.host}`
  const isOwn = publicUrl !== null && basePath.isAliasRoot(request) && URL.canParse(own)
  const root = new URL(isOwn ? own : basePath.publicUrl(request))
  const isForwarded = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded'].some(
    (name) => request.headers[name] !== undefined,
  )
  const port = request.socket.localPort
  if ((publicUrl === null || isOwn) && !isForwarded && !hasPort(request.headers.host) && port !== undefined) {
    if (port !== (root.protocol === 'https:' ? 443 : 80)) root.port = String(port)
  }
  const path = root.pathname.replace(/\/+$/, '')
  return { site: root.origin, base: `${root.origin}${path}/kobo/${token}` }
}

const hasPort = (host: string | undefined): boolean => /:\d+$/.test(host ?? '')
