import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestDatabase } from '../../../test/databases.ts'
import { randomNumbersFromSeed } from '../../../test/fixtures/random-numbers.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../test/rows.ts'
import { type BuiltServer, buildServer } from '../../build-server.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { insertPlugin } from '../../store/plugin/write.ts'
import { openMetadataEditHooks } from '../../surfaces/api/metadata-edit-hooks.ts'
import { openLogger } from '../../surfaces/edge/server-logger.ts'
import type { PluginCalls } from '../bus-calls/plugin-bus.ts'
import { defaultPluginFields } from '../plugin-fields-to-store.ts'
import { autoMatchHandler } from './auto-match-handler.ts'

const COUNT = 1000

interface Work {
  externalId: string
  title: string
  alternateTitles: string[]
  year: number
  authors: string[]
  volumes: number
}

const words = {
  first:
    'Silent Golden Broken Hidden Crimson Distant Hollow Iron Paper Winter Electric Glass Velvet Burning Lonely'.split(
      ' ',
    ),
  second: 'River Crown Garden Engine Harbor Mirror Orchard Tower Signal Lantern Kingdom Violin Compass Shadow'.split(
    ' ',
  ),
  third: 'of Autumn|in the Rain|Chronicles|& Wolves|no Uta|at Dawn|Café|Éternel|Academy|for Two|Über Alles|Zero'.split(
    '|',
  ),
}
const people = Array.from({ length: 80 }, (_, n) => `Author ${String.fromCharCode(65 + (n % 26))}${n} Writer`)

/**
 * Works that are hard to tell apart: remakes, sequels, spin-offs, guides, works with the same title by other authors.
 */
function makeWorks(random: () => number): { right: Work[]; all: Work[] } {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const right: Work[] = []
  const all: Work[] = []
  const taken = new Set<string>()
  while (right.length < COUNT) {
    const title = `${pick(words.first)} ${pick(words.second)} ${pick(words.third)}`
    if (taken.has(title)) continue
    taken.add(title)
    const n = right.length
    const year = 1970 + Math.floor(random() * 50)
    const author = pick(people)
    const isKnownOtherwise = random() < 0.25
    const work: Work = {
      externalId: `right-${n}`,
      title: isKnownOtherwise ? `Romanised Title ${n}` : title,
      alternateTitles: isKnownOtherwise ? [title.toUpperCase(), `別名${n}`] : [`別名${n}`],
      year,
      authors: [author],
      volumes: 1 + Math.floor(random() * 30),
    }
    const near = (kind: string, change: Partial<Work>): Work => ({
      ...work,
      title,
      alternateTitles: [],
      ...change,
      externalId: `${kind}-${n}`,
    })
    right.push(work)
    all.push(
      work,
      near('guide', { title: `The Complete Guide to ${title}` }),
      near('sequel', { title: `${title} 2`, year: year + 3 }),
      near('spin-off', { title: `${title}: Gaiden`, year: year + 2 }),
      near('remake', { year: year + 12, authors: [author] }),
      near('namesake', { year: year + 1, authors: [pick(people.filter((one) => one !== author))] }),
    )
  }
  return { right, all }
}

/** Returns near-duplicates too, the worst match first, and scores everything as a perfect match. */
function fakeProvider(all: readonly Work[]): PluginCalls {
  const byTitle = new Map<string, Work[]>()
  for (const work of all) {
    for (const title of [work.title, ...work.alternateTitles]) {
      const key = title.toLowerCase().replace(/^the complete guide to |: gaiden$| 2$/g, '')
      byTitle.set(key, [...(byTitle.get(key) ?? []), work])
    }
  }
  const byId = new Map(all.map((work) => [work.externalId, work]))
  return {
    async call(_plugin, method, params) {
      const { query, externalId } = params as { query?: string; externalId?: string }
      if (method === 'metadata/series/search') {
        const found = byTitle.get(query!.toLowerCase()) ?? []
        return { results: found.toReversed().map(({ authors: _, ...one }) => ({ ...one, relevanceScore: 1 })) }
      }
      const { volumes, ...work } = byId.get(externalId!)!
      const alternateTitles = work.alternateTitles.map((title) => ({ title }))
      return { ...work, alternateTitles, totalVolumeCount: volumes, publisher: 'Theirs', summary: `Of ${externalId}` }
    },
  }
}

let lectern: BuiltServer
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await makeTestDatabase('sqlite')
  drop = database.drop
  const config = defaultConfig()
  config.data_dir = database.options.dataDir
  config.tasks.workers = 0
  lectern = await buildServer(config, { log: openLogger({ level: 'silent', pretty: false }) })
}, 240_000)
afterAll(async () => {
  await lectern.app.close()
  await lectern.close()
  await drop()
})

it('matches 97 % of 1000 series among near-duplicates, sends doubtful ones to review, and respects locks', async () => {
  const { context } = lectern
  const { db } = context
  const random = randomNumbersFromSeed(20261116)
  const { right, all } = makeWorks(random)
  const manifest = {
    name: 'fake',
    displayName: 'Fake',
    version: '1.0.0',
    protocolVersion: '1.0',
    capabilities: { metadataProvider: ['series'] },
  }
  const origin = { kind: 'command' as const }
  const fields = { ...defaultPluginFields(), displayName: 'Fake', command: 'node', origin, manifest, isEnabled: true }
  const rightOf = new Map<number, string>()
  const locked = new Set<number>()
  await db.transaction(async (tx) => {
    await insertPlugin(tx, 'fake', fields, Date.now())
    const library = await makeLibrary(tx)
    for (const [n, work] of right.entries()) {
      const title = work.alternateTitles.length > 1 ? work.alternateTitles[0]! : work.title
      // Typical series: some have the year, some the author, some only the folder's year; few have nothing else.
      const knows = random()
      const shown = title === title.toUpperCase() ? title.toLowerCase() : title
      const isLocked = n % 10 === 0
      const series = await makeSeries(tx, library, {
        title: shown,
        folder_name: knows >= 0.6 && knows < 0.98 ? `${shown} (${work.year})` : shown,
        year: knows < 0.6 ? work.year : null,
        authors: JSON.stringify(knows < 0.3 ? [{ name: work.authors[0], role: 'writer' }] : []),
        book_count: Math.max(1, Math.floor(work.volumes * random())),
        locks: JSON.stringify(isLocked ? ['publisher', 'title'] : []),
        publisher: isLocked ? 'Ours' : null,
      })
      await makeBook(tx, series)
      rightOf.set(series.id, work.externalId)
      if (isLocked) locked.add(series.id)
    }
  })
  const handler = autoMatchHandler(async () => ({
    ...context,
    metadataEditHooks: openMetadataEditHooks(context),
    plugins: fakeProvider(all),
  }))
  const pluginId = (await findPlugin(db, { name: 'fake' }))!.uid
  const task = { params: { pluginId }, createdAt: Date.now() }
  const progress: unknown[][] = []
  const run = () =>
    handler.run(task as never, {
      signal: new AbortController().signal,
      progress: (...one) => void progress.push(one),
      ending: () => ({}) as never,
      hold: async () => {},
      gotFurther: async () => {},
    })
  const result = (await run()) as { total: number; applied: number; review: number; none: number }
  expect(result.total).toBe(COUNT)
  // How many there are is known before the first is done.
  expect(progress[0]).toEqual([0, COUNT])

  const found = await db.query
    .selectFrom('series_external_id')
    .select(['series_id', 'external_id'])
    .where('source', '=', 'plugin:fake')
    .execute()
  const wrong = found.filter((one) => rightOf.get(one.series_id) !== one.external_id)
  const inReview = await db.query.selectFrom('match_review').select(['series_id', 'candidates']).execute()
  const isOffered = inReview.filter((one) => one.candidates.includes(`"${rightOf.get(one.series_id!)}"`))
  expect({ applied: result.applied, found: found.length }).toEqual({ applied: found.length, found: result.applied })
  expect((found.length - wrong.length) / COUNT).toBeGreaterThanOrEqual(0.97)
  expect(wrong.length).toBe(0)
  expect(result.review).toBe(COUNT - found.length)
  expect(isOffered.length).toBe(inReview.length)

  const after = await db.query
    .selectFrom('series')
    .select(['id', 'publisher', 'title'])
    .where('id', 'in', [...locked])
    .execute()
  expect(after.every((one) => one.publisher === 'Ours' && !one.title.startsWith('Romanised'))).toBe(true)

  // A restarted task continues where it was: nothing is requested twice.
  expect(await run()).toMatchObject({ applied: 0, review: 0, skipped: COUNT })
}, 900_000)
