import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { StorageOwner } from '../../store/plugin/storage.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { Manifest } from '../protocol/manifest.ts'
import { answerReleases } from '../releases/answer-releases.ts'
import { answerStorage } from './storage-requests.ts'

export interface RequestContext {
  db: Db
  events: Pick<Events, 'emit'>
  plugin: PluginView
  owner: StorageOwner
  manifest: Promise<Manifest>
  /** Only tried out: it registers nothing. */
  isTrial: boolean
}

/** What a plugin may ask of the server, and nothing else. */
export async function answerRequest(context: RequestContext, method: string, params: unknown): Promise<unknown> {
  if (method.startsWith('storage/')) return answerStorage(context.db, context.owner, method, params)
  if (method.startsWith('releases/')) return answerReleases(context, method, params)
  throw new PluginError(rpcCodes.methodNotFound, `There is no method ${method}.`)
}
