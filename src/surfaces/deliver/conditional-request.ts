import type { FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { etagMatches } from '../edge/etag.ts'

/** What a file is now. */
export interface FileState {
  /** Strong. */
  etag: string
  modified: Date
}

/**
 * The conditions under which a file is asked for, in the order of RFC 9110, 13.2.2: throws where it must still be what the
 * client knows and is not; says whether the client has it already.
 */
export function isFileUnchanged({ headers }: FastifyRequest, { etag, modified }: FileState): boolean {
  const second = Math.floor(modified.getTime() / 1000) * 1000
  const match = headers['if-match']
  if (match !== undefined) {
    if (!matchesStrongly(match, etag)) throw hasChanged()
  } else if (second > timeOf(headers['if-unmodified-since'])) throw hasChanged()
  const known = headers['if-none-match']
  if (known !== undefined) return etagMatches(known, etag)
  const since = headers['if-modified-since']
  return since !== undefined && second <= Date.parse(since)
}

const hasChanged = () => problem('precondition_failed', 'The file has changed since it was listed.')

function matchesStrongly(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((one) => one.trim() === etag)
}

/** A date that is none says nothing. */
function timeOf(header: string | undefined): number {
  const time = Date.parse(header ?? '')
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}
