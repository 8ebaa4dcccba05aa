import { makePluginFolder } from '../../test/fixtures/make-plugin.ts'
import type { DemoServer } from './server.ts'

/** Finds every series, by any name. */
const answers = `
if (method === 'initialize') return manifest
const title = params.query
if (method === 'metadata/series/search') return { results: [
  { externalId: title, title, year: 2011, alternateTitles: [], preview: { authors: ['Ines Mare'], genres: ['Mystery', 'Drama'], description: 'Two keepers, one lamp, and a ship that comes in every night.' } },
  { externalId: 'lost', title: title + ': The Lost Log', year: 2016, alternateTitles: [], preview: { authors: ['Bo Holt'], genres: ['Adventure'], description: 'What the keepers did not write down.' } },
] }
return {
  externalId: params.externalId, title: params.externalId, year: 2011, status: 'ended', publisher: 'Pier Press', language: 'en',
  summary: 'Two keepers, one lamp, and a ship that comes in every night without a light.',
  genres: ['Mystery', 'Drama'], tags: ['Sea', 'Small town'], totalBookCount: 6, ageRating: 12,
  authors: [{ name: 'Ines Mare', role: 'author' }, { name: 'Bo Holt', role: 'artist' }], alternateTitles: [],
}
`

/** A metadata provider as a user would install it, and another that isn't enabled yet. */
export async function installDemoProvider({ ask }: Pick<DemoServer, 'ask'>): Promise<{ providerId: string }> {
  const made = [
    {
      name: 'harbor-catalogue',
      displayName: 'Harbor Catalogue',
      description: 'Comics and manga, kept by their readers.',
    },
    { name: 'open-shelf', displayName: 'Open Shelf', description: 'Novels by title, author or ISBN.' },
  ]
  const ids: string[] = []
  for (const { name, ...manifest } of made) {
    const path = makePluginFolder({ name, handle: answers, capabilities: { metadataProvider: ['series'] }, manifest })
    const { plugin } = await ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', { path })
    ids.push(plugin.id)
  }
  await ask('POST', `/admin/plugins/${ids[0]}/enable`)
  return { providerId: ids[0] ?? '' }
}
