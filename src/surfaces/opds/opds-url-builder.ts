import type { FastifyRequest } from 'fastify'

/** The path of a catalogue, and its format. The path may contain a key. */
export interface OpdsEndpoint {
  path: string
  as: 'atom' | 'json'
}

/**
 * Turns paths of the catalogue into URLs. Links stay below the root of the request: a client of `/opds/v1` stays there,
 * and a key in the path stays in it.
 */
export function makeOpdsUrlBuilder(
  { path, as }: OpdsEndpoint,
  { request, href }: { request: FastifyRequest; href(path: string): string },
): (path: string) => string {
  const { key } = (request.params ?? {}) as { key?: string }
  const at = href(key === undefined ? path : path.replace(':key', encodeURIComponent(key)))
  const beginning = as === 'atom' ? `${at}/catalog` : at
  return (below) => (below === '' ? beginning : `${at}/${below}`)
}
