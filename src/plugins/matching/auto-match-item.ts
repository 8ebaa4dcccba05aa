import { problem } from '../../contract/problems.ts'
import { readBooksToMatch, readSeriesToMatch } from '../../store/plugin/items-to-match.ts'
import {
  findMatchState,
  type MatchSubject,
  writeMatchReview,
  writeMatchState,
} from '../../store/plugin/match-reviews.ts'
import { wasRecordUndone } from '../../store/plugin/metadata-changes.ts'
import { findPlugin, type PluginView } from '../../store/plugin/read.ts'
import { withoutSourcePrefix } from '../../store/release/tracking.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { type ApplyDeps, applyRecord } from '../metadata/apply-record.ts'
import type { MetadataTarget } from '../metadata/metadata-target.ts'
import type { ProviderRecord } from '../metadata/preview-record.ts'
import { PluginError } from '../protocol/errors.ts'
import { fetchRecord } from './fetch-record.ts'
import { findMatch } from './find-match.ts'
import { idsInLinksAndNames } from './ids-in-links.ts'
import { fullNameOf, type ItemToMatch, matchFactsOfItem } from './item-facts.ts'
import type { MatchFacts } from './match-facts.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'
import { applySearchRules, fillSearchTemplate } from './search-rules.ts'

export interface MatchDeps extends ApplyDeps {
  plugins: PluginCalls
}

export interface MatchOutcome {
  outcome: 'applied' | 'review' | 'none' | 'skipped'
  externalId?: string
  title?: string
  similarity?: number
  appliedFields: string[]
  skippedFields: { field: string; reason: string }[]
}

export interface MatchItemOptions {
  /** Only what is new, or has another title, year or ISBN than in the last search. */
  onlyNew?: boolean
  /** Of what was never searched, only what was added or changed since then. */
  newSince?: number
  /** Skips what was searched since then: a restarted task continues where it was. */
  notSince?: number
  userId: number | null
  /** A user's search text, used instead of the title. */
  query?: string
}

const nothing = (outcome: 'none' | 'skipped' | 'review'): MatchOutcome => ({
  outcome,
  appliedFields: [],
  skippedFields: [],
})

/**
 * Searches for a series or book at a provider. Applies a certain match; leaves an uncertain one, or one that a user has
 * undone before, for review.
 */
export async function autoMatchItem(
  deps: MatchDeps,
  plugin: PluginView,
  item: ItemToMatch,
  options: MatchItemOptions,
): Promise<MatchOutcome> {
  try {
    return await matchItem(deps, plugin, item, options)
  } catch (error) {
    // The calls take long: what was removed meanwhile is no fault.
    if (!(await findPlugin(deps.db, { id: plugin.id }))?.isEnabled)
      throw new PluginError('DISABLED', 'The plugin is disabled or was removed.')
    if (!(await findCurrentItem(deps, item))) throw problem('not_found', `There is no such ${item.entity}.`)
    throw error
  }
}

async function matchItem(
  deps: MatchDeps,
  plugin: PluginView,
  item: ItemToMatch,
  options: MatchItemOptions,
): Promise<MatchOutcome> {
  const { db, plugins } = deps
  const { userId, query } = options
  if (item.isNever || (await isSearchedAlready(deps, plugin, item, options))) return nothing('skipped')
  const subject = subjectOf(item)
  const finish = async (matched: MatchOutcome, now = item): Promise<MatchOutcome> => {
    const state = { askedAs: askedAs(now), outcome: matched.outcome, matchedAt: Date.now() }
    await db.transaction((tx) => writeMatchState(tx, plugin.id, subject, state))
    return matched
  }
  const apply = async (record: ProviderRecord, score?: number): Promise<MatchOutcome> => {
    const applied = await applyRecord(deps, plugin, targetOf(item), record, { userId })
    const { externalId, title } = record
    const outcome = { outcome: 'applied', externalId, title, similarity: score, ...applied } as const
    // The record may have changed the title: that alone is no reason to search again.
    return finish(outcome, await findCurrentItem(deps, item))
  }
  const wasUndone = (externalId: string) =>
    wasRecordUndone(db, {
      ...{ pluginId: plugin.id, externalId },
      ...(item.entity === 'series' ? { seriesId: item.target.id } : { bookId: item.target.id }),
    })

  const existing = item.externalIds.find((one) => one.source === `plugin:${plugin.name}`)
  if (existing && (plugin.settings.useExistingId ?? true) && query === undefined) {
    const record = await fetchRecord(plugins, plugin, item.entity, existing.externalId)
    if (record && !(await wasUndone(existing.externalId))) return apply(record)
  }
  const text = query ?? searchTextOf(plugin, item)
  const known = query === undefined ? knownFactsOf(plugin, item) : { titles: [query] }
  const decision = await findMatch(plugins, plugin, { entity: item.entity, known, text })
  if (decision.kind === 'none') return finish(nothing('none'))
  const isUndone = decision.kind === 'apply' && query === undefined && (await wasUndone(decision.candidate.externalId))
  if (decision.kind === 'review' || isUndone) {
    const reason = decision.kind === 'review' ? decision.reason : 'undone'
    const review = { query: text, reason, candidates: decision.candidates }
    await db.transaction((tx) => writeMatchReview(tx, plugin.id, subject, review, Date.now()))
    return finish({ ...nothing('review'), similarity: decision.candidates[0]?.similarity })
  }
  const { candidate } = decision
  const record = decision.record ?? (await fetchRecord(plugins, plugin, item.entity, candidate.externalId))
  return record ? apply(record, candidate.similarity) : finish(nothing('none'))
}

/** Or isn't to be searched for, because it was there before matching was turned on: that is noted. */
async function isSearchedAlready(
  { db }: MatchDeps,
  plugin: PluginView,
  item: ItemToMatch,
  { onlyNew = false, newSince = 0, notSince }: MatchItemOptions,
): Promise<boolean> {
  if (!onlyNew && notSince === undefined) return false
  const subject = subjectOf(item)
  const state = await findMatchState(db, plugin.id, subject)
  const isUnsearched = state === undefined || state.outcome === UNSEARCHED
  const isSame = state?.askedAs === askedAs(item)
  if (onlyNew && !isUnsearched && isSame) return true
  if (notSince !== undefined && !isUnsearched && state.matchedAt >= notSince) return true
  const isFromBefore = isUnsearched && item.fileChangedAt < newSince && (state === undefined || isSame)
  if (!onlyNew || !isFromBefore) return false
  const seen = { askedAs: askedAs(item), outcome: UNSEARCHED, matchedAt: 0 }
  if (!state) await db.transaction((tx) => writeMatchState(tx, plugin.id, subject, seen))
  return true
}

/** The outcome of what was there before and isn't searched for: noted, so that a later change is noticed. */
const UNSEARCHED = 'unsearched'

async function findCurrentItem({ db }: MatchDeps, { entity, target }: ItemToMatch): Promise<ItemToMatch | undefined> {
  if (entity === 'series') {
    const [series] = await readSeriesToMatch(db, [target.id])
    return series && { entity, ...series }
  }
  const [book] = await readBooksToMatch(db, { bookId: target.id })
  return book && { entity, ...book }
}

const targetOf = (item: ItemToMatch): MetadataTarget =>
  item.entity === 'series' ? { entity: 'series', of: item.target } : { entity: 'book', of: item.target }

const subjectOf = (item: ItemToMatch): MatchSubject =>
  item.entity === 'series'
    ? { seriesId: item.target.id, bookId: null }
    : { seriesId: item.target.seriesId, bookId: item.target.id }

function askedAs(item: ItemToMatch): string {
  const { titles, year, isbns } = matchFactsOfItem(item)
  return JSON.stringify([titles, year ?? null, ...(isbns ?? [])])
}

function searchTextOf(plugin: PluginView, item: ItemToMatch): string {
  const values = {
    title: parseTitleForSearch(fullNameOf(item)).title,
    year: item.year === null ? undefined : String(item.year),
    publisher: item.publisher ?? undefined,
    author: item.authors[0],
  }
  return applySearchRules(fillSearchTemplate(plugin.settings.searchTemplate, values), plugin.settings.searchRules).text
}

/** Leaves out the external ids when the settings say not to use them. */
function knownFactsOf({ settings }: PluginView, item: ItemToMatch): MatchFacts {
  const facts = matchFactsOfItem(item)
  if (!(settings.useExistingId ?? true)) return facts
  const inLinks = item.entity === 'series' ? idsInLinksAndNames(item.links, [item.title, item.folderName]) : []
  const stored = new Set(item.externalIds.map(({ source }) => withoutSourcePrefix(source)))
  // What the server was told counts more than what files say.
  return { ...facts, externalIds: [...item.externalIds, ...inLinks.filter(({ source }) => !stored.has(source))] }
}
