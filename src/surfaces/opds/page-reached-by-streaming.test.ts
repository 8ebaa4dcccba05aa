import { expect, test } from 'vitest'
import { Caches } from '../../store/cache/caches.ts'
import { pageReachedByStreaming } from './page-reached-by-streaming.ts'

function reader() {
  let time = 1_000_000
  const owner = { caches: new Caches() }
  let stored: number | undefined
  return {
    wait: (ms: number) => {
      time += ms
    },
    request(...pages: number[]) {
      for (const page of pages) {
        stored = pageReachedByStreaming(owner, 'ann book', page, stored, time) ?? stored
        time += 40
      }
      return stored
    },
  }
}

test('turning page after page moves the position', () => {
  const { request, wait } = reader()
  expect(request(1)).toBe(1)
  for (const page of [2, 3, 4]) {
    wait(5000)
    expect(request(page)).toBe(page)
  }
})

test('prefetched pages do not move the position, and the last one completes nothing', () => {
  const { request, wait } = reader()
  expect(request(1, 2, 3, 4, 5, 200)).toBe(1)
  wait(5000)
  // The app fetches the sixth page while it shows the second.
  expect(request(6)).toBe(2)
  wait(5000)
  expect(request(200)).toBe(3)
})

test('fetching single pages does not move the position', () => {
  const { request } = reader()
  expect(request(150, 151, 152)).toBeUndefined()
})
