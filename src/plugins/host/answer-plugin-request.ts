import type { Events } from '../../events/events.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginStorageOwner } from '../../store/plugin/storage.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { PluginManifest } from '../protocol/manifest.ts'
import { answerReleaseRequest, type HostPolls } from '../releases/answer-release-requests.ts'
import { answerStorageRequest } from './storage-requests.ts'

export interface PluginRequestContext {
  db: Db
  events: Pick<Events, 'emit'>
  plugin: PluginView
  owner: PluginStorageOwner
  manifest: Promise<PluginManifest>
  /** The plugin registers no release sources. */
  isTrial: boolean
  polls?: HostPolls
}

/** All requests that a plugin may send to the server. */
export async function answerPluginRequest(
  context: PluginRequestContext,
  method: string,
  params: unknown,
): Promise<unknown> {
  if (method.startsWith('storage/')) return answerStorageRequest(context.db, context.owner, method, params)
  if (method.startsWith('releases/')) return answerReleaseRequest(context, method, params)
  throw new PluginError(rpcCodes.methodNotFound, `There is no method ${method}.`)
}
