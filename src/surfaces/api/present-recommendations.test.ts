import { expect, it } from 'vitest'
import type { PluginRecommendation } from '../../contract/user-plugins.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { mergeRecommendation } from './present-recommendations.ts'

const pluginOf = (uid: string, externalIdSource: string) =>
  ({
    uid,
    manifest: {
      name: uid,
      displayName: uid,
      version: '1.0.0',
      protocolVersion: '1.0',
      capabilities: { userRecommendationProvider: true, externalIdSource },
    },
  }) as unknown as PluginView

const recommended = (title: string, score: number, reason: string) =>
  ({ externalId: '11', title, score, reason, basedOn: [], sources: [] }) as unknown as PluginRecommendation

it('merges what two plugins recommend by an id of the same service, and keeps apart the same id of two services', () => {
  const all = new Map<string, PluginRecommendation>()
  mergeRecommendation(all, pluginOf('a', 'api:anilist'), recommended('Saga', 0.5, 'By one'))
  mergeRecommendation(all, pluginOf('b', 'api:anilist'), recommended('Saga', 0.9, 'By two'))
  mergeRecommendation(all, pluginOf('c', 'api:mangabaka'), recommended('Berserk', 0.7, 'By three'))
  expect([...all.values()].map(({ title, score, reason }) => [title, score, reason])).toEqual([
    ['Saga', 0.9, 'By one · By two'],
    ['Berserk', 0.7, 'By three'],
  ])
})
