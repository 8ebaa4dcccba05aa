import { problem } from '../../contract/problems.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { WARNING_FIELD } from '../host/plugin-runner.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import {
  type ProviderBookRecord,
  type ProviderSearchResult,
  type ProviderSeriesRecord,
  parseProviderBookRecord,
  parseProviderMatch,
  parseProviderSearch,
  parseProviderSeriesRecord,
} from '../protocol/records.ts'
import { numberOrUndefined, objectOrUndefined, textOrUndefined } from '../protocol/untrusted-values.ts'

export type TargetKind = 'series' | 'book'

export interface ProviderSearchResults {
  results: ProviderSearchResult[]
  nextCursor?: string
  /** An error that the plugin logged although it responded. */
  warning?: string
}

export interface SearchParams {
  query?: string
  isbn?: string
  author?: string
  year?: number
  limit?: number
  cursor?: string
}

export async function searchPlugin(
  calls: PluginCalls,
  plugin: PluginView,
  entity: TargetKind,
  params: SearchParams,
): Promise<ProviderSearchResults> {
  const answer = await calls.call(plugin.id, `metadata/${entity}/search`, params)
  const warning = warningOf(answer)
  return { ...parseProviderSearch(answer), ...(warning && { warning }) }
}

export async function matchWithPlugin(calls: PluginCalls, plugin: PluginView, entity: TargetKind, params: object) {
  const answer = await calls.call(plugin.id, `metadata/${entity}/match`, params)
  return {
    ...parseProviderMatch(answer),
    confidence: numberOrUndefined(objectOrUndefined(answer)?.confidence, 0, 1) ?? 0,
  }
}

export type RecordOf<N extends TargetKind> = N extends 'series' ? ProviderSeriesRecord : ProviderBookRecord

/** Throws when nothing is found; an empty record counts as not found. */
export async function getRecordFromPlugin<N extends TargetKind>(
  calls: PluginCalls,
  plugin: PluginView,
  entity: N,
  externalId: string,
): Promise<RecordOf<N>> {
  const answer = await calls.call(plugin.id, `metadata/${entity}/get`, { externalId })
  const record = entity === 'series' ? parseProviderSeriesRecord(answer) : parseProviderBookRecord(answer)
  if (!record) {
    const warning = warningOf(answer)
    const why = warning ? ` The plugin says: ${warning}` : ''
    throw new PluginError(rpcCodes.notFound, `${plugin.displayName} found nothing for ${externalId}.${why}`)
  }
  return { ...record, externalId: record.externalId || externalId } as RecordOf<N>
}

const warningOf = (answer: unknown) => textOrUndefined(objectOrUndefined(answer)?.[WARNING_FIELD], 1000)

/** A plugin's failure as a problem for the API response. */
export function problemOfPluginError(error: unknown): unknown {
  if (!(error instanceof PluginError)) return error
  const { code, message, data } = error
  const details = { code, data }
  if (code === rpcCodes.notFound) return problem('not_found', message)
  if (code === rpcCodes.rateLimited) {
    return problem('unprocessable', `The provider is limiting requests. ${message}`, details)
  }
  if (code === 'NO_HOST' || code === 'BUSY') return problem('service_unavailable', message, details)
  return problem('unprocessable', message, details)
}
