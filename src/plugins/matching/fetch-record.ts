import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { WARNING_FIELD } from '../host/plugin-runner.ts'
import { getRecordFromPlugin, type TargetKind } from '../metadata/ask-provider.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'

/** Undefined when the provider no longer has it and the plugin logged no error. */
export async function fetchRecord(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  externalId: string,
): Promise<ProviderRecord | undefined> {
  let answer: unknown
  const listening: PluginCalls = {
    async call(...args) {
      answer = await calls.call(...args)
      return answer
    },
  }
  try {
    return await getRecordFromPlugin(listening, plugin, entity, externalId)
  } catch (error) {
    if (!(error instanceof PluginError) || error.code !== rpcCodes.notFound) throw error
    const warning = textOrUndefined(objectOrUndefined(answer)?.[WARNING_FIELD], MAX_WARNING)
    if (warning !== undefined) throw outageError(warning)
    return undefined
  }
}

/** Some plugins return nothing when their source is down, and only log an error. */
export const outageError = (warning: string) =>
  new PluginError(rpcCodes.apiError, `The search found nothing. The plugin says: ${warning}`)

const MAX_WARNING = 1000
