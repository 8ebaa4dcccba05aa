import type { FastifyReply } from 'fastify'
import { hasTooManyPixels } from '../../catalog/covers/change-cover.ts'
import type { Config } from '../../config/settings.ts'
import { problem } from '../../contract/problems.ts'
import { probeImage } from '../../formats/image/probe.ts'
import { FetchRefused, fetchPublicUrl } from '../../images/fetch-public-url.ts'

const MAX_BYTES = 10 << 20

/** A remote picture that a plugin refers to, so that the browser contacts only this server. */
export async function proxyRemoteCover(config: Config, url: string, reply: FastifyReply) {
  const bytes = await fetchPublicUrl(url, {
    maxBytes: MAX_BYTES,
    timeoutMs: 10_000,
    trustedHosts: config.plugins.cover_hosts,
  }).catch((error: unknown) => {
    throw error instanceof FetchRefused ? problem('unprocessable', error.message) : error
  })
  const picture = probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!picture || picture.mediaType === 'image/svg+xml') {
    throw problem('unsupported_media_type', 'There is no image at this address.')
  }
  // The browser would decode it.
  if (hasTooManyPixels(picture, config)) throw problem('unprocessable', 'The image is too large.')
  reply.header('content-type', picture.mediaType).header('cache-control', 'private, max-age=86400')
  return bytes
}
