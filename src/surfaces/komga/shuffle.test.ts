import { expect, test } from 'vitest'
import { openInMemoryBuses } from '../../events/message-bus.fixture.ts'
import { Caches } from '../../store/cache/caches.ts'
import { shareShuffleSeeds, shuffle } from './shuffle.ts'

const ids = Array.from({ length: 50 }, (_, index) => index + 1)

test('an order of chance is the same for the next page, whichever server is asked, and new for the first', () => {
  const bus = openInMemoryBuses()
  const [one, other] = [{ caches: new Caches() }, { caches: new Caches() }]
  for (const server of [one, other]) shareShuffleSeeds(server, bus.open())
  const first = shuffle(one, ids, 7, true)
  expect(first.toSorted((a, b) => a - b)).toEqual(ids)
  expect(shuffle(other, ids, 7, false)).toEqual(first)
  expect(shuffle(other, ids, 8, false)).not.toEqual(first)
  expect(shuffle(other, ids, 7, true)).not.toEqual(first)
  expect(shuffle(one, ids, 7, false)).not.toEqual(first)
})
