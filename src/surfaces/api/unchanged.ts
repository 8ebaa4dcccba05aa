import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../store/open.ts'
import { readRevision } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModified, withRevision } from '../edge/etag.ts'

interface Asked {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Answers 304 when nothing has changed that this viewer could notice: the catalogue, what they did, what they may see.
 * The query behind the answer is then never asked.
 */
export async function unlessUnchanged<Answer>(
  db: Db,
  asked: Asked,
  answer: () => Promise<Answer>,
): Promise<Answer | NotModified> {
  const { viewer } = asked
  const revision = await readRevision(db, 'catalog', `user:${viewer.userId}`)
  return withRevision(asked, `${SHAPE}.${viewer.userId}.${revision}.${shortened(viewer.sees.key)}`, answer)
}

/** Moves when the same rows are presented differently, so that nobody keeps an answer of the old shape. */
const SHAPE = 'a'

function shortened(key: string): string {
  return key === '*' ? '' : createHash('sha1').update(key).digest('base64url').slice(0, 12)
}
