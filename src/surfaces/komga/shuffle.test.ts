import { expect, test } from 'vitest'
import { wireInMemory } from '../../events/message-bus.fixture.ts'
import { Caches } from '../../store/cache/caches.ts'
import { shareShuffles, shuffle } from './shuffle.ts'

const ids = Array.from({ length: 50 }, (_, index) => index + 1)

test('an order of chance is the same for the next page, whichever server is asked, and new for the first', () => {
  const bus = wireInMemory()
  const [one, other] = [{ caches: new Caches() }, { caches: new Caches() }]
  for (const server of [one, other]) shareShuffles(server, bus.open())
  const first = shuffle(one, ids, 7, true)
  expect(first.toSorted((a, b) => a - b)).toEqual(ids)
  expect(shuffle(other, ids, 7, false)).toEqual(first)
  expect(shuffle(other, ids, 8, false)).not.toEqual(first)
  expect(shuffle(other, ids, 7, true)).not.toEqual(first)
  expect(shuffle(one, ids, 7, false)).not.toEqual(first)
})
