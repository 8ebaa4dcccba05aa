import { expect, it } from 'vitest'
import { makeAlbumSeries } from '../../../test/fixtures/fake-album-series.ts'
import { makeComicRuns } from '../../../test/fixtures/fake-comic-runs.ts'
import { makeFranchises } from '../../../test/fixtures/fake-franchises.ts'
import { makeMangaCatalogue } from '../../../test/fixtures/fake-manga-catalogue.ts'
import { makeMixedShelves } from '../../../test/fixtures/fake-mixed-shelves.ts'
import { type FakeCatalogue, type OwnedSeries, openFakeProvider } from '../../../test/fixtures/fake-provider.ts'
import { makeScanFolders } from '../../../test/fixtures/fake-scan-folders.ts'
import { makeWorldEditions } from '../../../test/fixtures/fake-world-editions.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { findMatch } from './find-match.ts'
import { type ItemToMatch, matchFactsOfItem } from './item-facts.ts'
import { parseTitleForSearch } from './parse-title-for-search.ts'

const plugin = { id: 1, displayName: 'Provider', settings: {} } as unknown as PluginView

/** Counts which records are applied, and whether the right one is offered for review otherwise. */
async function matchAll(catalogue: FakeCatalogue) {
  const calls = openFakeProvider(catalogue)
  const counts = { right: 0, wrong: 0, offered: 0, notOffered: 0, relativeOfMissing: 0, leftAlone: 0 }
  for (const series of catalogue.owned) {
    const { title } = parseTitleForSearch(series.title)
    const known = matchFactsOfItem(itemOf(series))
    const found = await findMatch(calls, plugin, { entity: 'series', known, text: title })
    const applied = found.kind === 'apply' ? found.candidate.externalId : undefined
    const isOffered = found.candidates.some((one) => one.externalId === series.wanted)
    if (series.wanted === undefined) counts[applied === undefined ? 'leftAlone' : 'relativeOfMissing'] += 1
    else if (applied !== undefined) counts[applied === series.wanted ? 'right' : 'wrong'] += 1
    else counts[isOffered ? 'offered' : 'notOffered'] += 1
  }
  return { ...counts, share: counts.right / (catalogue.owned.length - counts.leftAlone - counts.relativeOfMissing) }
}

const itemOf = (series: OwnedSeries) =>
  ({
    ...series,
    entity: 'series',
    totalBookCount: null,
    chapterCount: 0,
    isComic: !series.isText,
    isText: series.isText === true,
    language: null,
    externalIds: [],
    isNever: false,
  }) as unknown as ItemToMatch

it.each([
  ['manga', makeMangaCatalogue, 0.97],
  // A third of them are misspelt, numbered or undated, and the provider finds whole phrases only.
  ['comic runs', makeComicRuns, 0.97],
  // A third are sequels, spin-offs, novels or collected editions themselves; some are known under a translated title.
  ['franchises', makeFranchises, 0.97],
  // The provider knows little, finds only what is spelt alike, and folders are named as people download them.
  ['scan folders', makeScanFolders, 0.97],
  // Novels and comics of one name, in any script and edition.
  ['world editions', makeWorldEditions, 0.98],
  // Any member of a family of works may be the one owned.
  ['mixed shelves', makeMixedShelves, 0.98],
  // Articles stand behind, and every translation has a record of its own.
  ['album series', makeAlbumSeries, 0.97],
] as const)('matches 250 series of %s among what looks like them', async (_, make, min) => {
  const { share, wrong, relativeOfMissing } = await matchAll(make(20261117, 250))
  expect(share).toBeGreaterThanOrEqual(min)
  expect(wrong).toBe(0)
  expect(relativeOfMissing).toBeLessThanOrEqual(3)
})
