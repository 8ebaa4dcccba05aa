import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { type SearchParams, searchPlugin } from '../metadata/ask-provider.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { decideMatch, type MatchDecision, type MatchThresholds } from './decide-match.ts'
import { fetchRecord, outageError } from './fetch-record.ts'
import { openCandidates } from './match-candidates.ts'
import type { MatchQuery } from './search-texts.ts'

/** With the full record of the candidate to apply. */
export type FoundMatch = MatchDecision & { record?: ProviderRecord }

/** Searches of one provider whose candidates add up: each search decides between all that were found so far. */
export function openCandidateSearch(calls: PluginCalls, plugin: PluginView, { entity, known }: MatchQuery) {
  const candidates = openCandidates(known)
  let outage: string | undefined

  /** Search results contain few facts, so the full records of plausible candidates are read and compared again. */
  async function search(params: SearchParams, thresholds: MatchThresholds): Promise<FoundMatch> {
    const { results, warning } = await searchPlugin(calls, plugin, entity, params)
    if (results.length === 0) outage ??= warning
    candidates.add(results, params.isbn !== undefined)
    for (;;) {
      const decision = decideMatch(candidates.ranked(), thresholds, candidates)
      const toRead = candidates.toRead(decision, results, thresholds)
      if (toRead.length === 0) {
        return decision.kind === 'apply' ? { ...decision, record: candidates.recordOf(decision.candidate) } : decision
      }
      await Promise.all(toRead.map(({ externalId }) => readRecord(externalId)))
    }
  }

  async function readRecord(externalId: string): Promise<void> {
    candidates.read(externalId, await fetchRecord(calls, plugin, entity, externalId))
  }

  return {
    search,
    isOfOtherYear: candidates.isOfOtherYear,
    decide: (thresholds: MatchThresholds) => decideMatch(candidates.ranked(), thresholds, candidates),
    /** When a search that found nothing may have failed: otherwise it would never be repeated. */
    throwIfOutage(): void {
      if (outage !== undefined) throw outageError(outage)
    },
  }
}
