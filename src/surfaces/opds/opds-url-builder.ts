import type { FastifyRequest } from 'fastify'

/** Where a catalogue lies, and how it is written. A key may be part of the path. */
export interface OpdsEndpoint {
  path: string
  as: 'atom' | 'json'
}

/**
 * Paths of the catalogue as addresses. Links stay below the root of the request: who came by `/opds/v1` stays there, and
 * a key in the path stays in it.
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
