import { hasMatchState, type SeriesToMatch, writeMatchState, writeReview } from '../../store/plugin/matches.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import type { PluginCalls } from '../link/call-plugins.ts'
import { type ApplyDeps, applyRecord } from '../metadata/apply.ts'
import { getFromPlugin, searchPlugin } from '../metadata/look-up.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import type { SeriesRecord } from '../protocol/records.ts'
import {
  type Candidate,
  DEFAULT_APPLY_FROM,
  DEFAULT_REVIEW_FROM,
  type Decision,
  decide,
  knownOfRecord,
  rankCandidates,
  type Thresholds,
} from './decide.ts'
import { applyRules, fillTemplate } from './search-text.ts'
import { bareTitle, type Known, similarity } from './similarity.ts'

export interface MatchDeps extends ApplyDeps {
  plugins: PluginCalls
}

export interface Matched {
  outcome: 'applied' | 'review' | 'none' | 'skipped'
  externalId?: string
  title?: string
  similarity?: number
  appliedFields: string[]
  skippedFields: { field: string; reason: string }[]
}

export interface MatchOptions {
  /** Only what is new or called otherwise since it was last asked about. */
  onlyNew: boolean
  userId: number | null
  query?: string
}

const nothing = (outcome: 'none' | 'skipped' | 'review'): Matched => ({ outcome, appliedFields: [], skippedFields: [] })

/** Finds a series at a provider by itself: applied where it is certain, left to a person where it is not. */
export async function matchSeries(
  deps: MatchDeps,
  plugin: PluginView,
  series: SeriesToMatch,
  { onlyNew, userId, query }: MatchOptions,
): Promise<Matched> {
  const { db, plugins } = deps
  if (series.isNever) return nothing('skipped')
  const known = knownSeries(series)
  const askedAs = JSON.stringify([known.titles, known.year ?? null])
  if (onlyNew && (await hasMatchState(db, plugin.id, series.id, askedAs))) return nothing('skipped')
  const target = { noun: 'series' as const, of: series.target }
  const finish = async (matched: Matched): Promise<Matched> => {
    await db.transaction((tx) => writeMatchState(tx, plugin.id, series.id, askedAs, matched.outcome, Date.now()))
    return matched
  }
  const apply = async (record: SeriesRecord, score?: number): Promise<Matched> => {
    const applied = await applyRecord(deps, plugin, target, record, { userId })
    return finish({
      outcome: 'applied',
      externalId: record.externalId,
      title: record.title,
      similarity: score,
      ...applied,
    })
  }

  const existing = series.externalIds.find((one) => one.source === `plugin:${plugin.name}`)
  if (existing && (plugin.settings.useExistingId ?? true) && query === undefined) {
    const record = await getFromPlugin(plugins, plugin, 'series', existing.externalId).catch(ifMissing)
    if (record) return apply(record)
  }
  const text = query ?? applyRules(templateOf(plugin, series), plugin.settings.searchRules).text
  const decision = await searchFor(deps, plugin, query === undefined ? known : { titles: [query] }, text)
  if (decision.kind === 'none') return finish(nothing('none'))
  if (decision.kind === 'review') {
    const review = { query: text, reason: decision.reason, candidates: decision.candidates }
    await db.transaction((tx) => writeReview(tx, plugin.id, series.id, review, Date.now()))
    return finish({ ...nothing('review'), similarity: decision.candidates[0]?.similarity })
  }
  const { candidate } = decision
  const record = await getFromPlugin(plugins, plugin, 'series', candidate.externalId).catch(ifMissing)
  return record ? apply(record, candidate.similarity) : finish(nothing('none'))
}

/** By the title, and by the other titles where that one finds nothing that fits. */
async function searchFor({ plugins }: MatchDeps, plugin: PluginView, known: Known, text: string): Promise<Decision> {
  const thresholds: Thresholds = {
    applyFrom: plugin.settings.applyFrom ?? DEFAULT_APPLY_FROM,
    reviewFrom: plugin.settings.reviewFrom ?? DEFAULT_REVIEW_FROM,
  }
  const limit = plugin.settings.resultLimit ?? 10
  const others = known.titles.filter((title) => title.toLowerCase() !== text.toLowerCase())
  const found = new Map<string, Candidate>()
  let decision: Decision = { kind: 'none', candidates: [] }
  for (const query of [text, ...others].slice(0, MOST_SEARCHES)) {
    const { results } = await searchPlugin(plugins, plugin, 'series', { query, limit })
    for (const one of rankCandidates(known, results)) found.set(one.externalId, one)
    const ranked = [...found.values()].sort((a, b) => b.similarity - a.similarity)
    decision = decide(ranked, thresholds)
    if (decision.kind === 'review') decision = await lookCloser(plugins, plugin, known, ranked, thresholds)
    if (decision.kind === 'apply') return decision
  }
  return decision
}

/** A search says little of each: the few that may be meant are read in whole. */
async function lookCloser(
  plugins: PluginCalls,
  plugin: PluginView,
  known: Known,
  ranked: readonly Candidate[],
  thresholds: Thresholds,
): Promise<Decision> {
  const few = ranked.filter((one) => one.similarity >= thresholds.reviewFrom).slice(0, MOST_READ)
  const again = await Promise.all(
    few.map(async (one) => {
      const record = await getFromPlugin(plugins, plugin, 'series', one.externalId).catch(ifMissing)
      return record ? { ...one, similarity: similarity(known, knownOfRecord(record)) } : one
    }),
  )
  const rest = ranked.filter((one) => !few.includes(one))
  return decide(
    [...again, ...rest].sort((a, b) => b.similarity - a.similarity),
    thresholds,
  )
}

function ifMissing(error: unknown): undefined {
  if (error instanceof PluginError && error.code === rpcCodes.notFound) return undefined
  throw error
}

function templateOf(plugin: PluginView, series: SeriesToMatch): string {
  return fillTemplate(plugin.settings.searchTemplate, {
    title: bareTitle(series.title).title,
    year: series.year === null ? undefined : String(series.year),
    publisher: series.publisher ?? undefined,
    author: series.authors[0],
  })
}

/** Folders often tell the year, and a name that the title no longer has. */
function knownSeries(series: SeriesToMatch): Known {
  const [bare, folder] = [bareTitle(series.title), bareTitle(series.folderName)]
  const titles = [...new Set([bare.title, series.title, ...series.alternateTitles, folder.title])]
  return {
    titles,
    year: series.year ?? bare.year ?? folder.year,
    authors: series.authors,
    count: series.totalBookCount ?? series.bookCount,
  }
}

const MOST_SEARCHES = 3
const MOST_READ = 4
