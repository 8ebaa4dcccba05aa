import { expect, it } from 'vitest'
import type { Release } from '../../releases/releases-api.ts'
import { groupReleases } from './group-releases.ts'

const volume = (number: number) => [{ start: number, end: number }]
const release = (id: string, more: Partial<Release>) =>
  ({ id, seriesId: 'a', state: 'announced', language: 'en', volumes: null, chapters: null, ...more }) as Release
const idsOf = (releases: Release[]) => groupReleases(releases).map((group) => group.map(({ id }) => id).join('+'))

it('lists a volume once with all sources that announced it, where the first of them stood', () => {
  const releases = [
    release('1', { volumes: volume(5) }),
    release('2', { volumes: volume(4) }),
    release('3', { volumes: volume(5), chapters: [] }),
    release('4', { chapters: volume(5) }),
    release('5', { volumes: volume(5), seriesId: 'b' }),
    release('6', { volumes: volume(5), language: 'de' }),
    release('7', { volumes: volume(5), state: 'dismissed' }),
  ]
  expect(idsOf(releases)).toEqual(['1+3', '2', '4', '5', '6', '7'])
})

it('keeps releases without numbers apart', () => {
  expect(idsOf([release('1', {}), release('2', { volumes: [] })])).toEqual(['1', '2'])
})
