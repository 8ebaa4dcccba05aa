import { expect, it } from 'vitest'
import { nearestHit } from './use-search-from-url.ts'

const hits = [
  { position: 21, totalProgression: 0.2 },
  { position: 22, totalProgression: 0.211 },
  { position: 22, totalProgression: 0.2151 },
  { position: 22, totalProgression: 0.219 },
  { position: 30, totalProgression: 0.3 },
].map((locations) => ({ locator: { href: 'c.xhtml', type: 'application/xhtml+xml', locations } }))

it('opens the hit that was chosen, also among several on one page', () => {
  expect(nearestHit(hits, { at: '0.215100', position: 22 })).toBe(2)
  expect(nearestHit(hits, { at: '0.3', position: 30 })).toBe(4)
})

it('opens the first hit of a page, or the nearest, for links to a page alone', () => {
  expect(nearestHit(hits, { at: undefined, position: 22 })).toBe(1)
  expect(nearestHit(hits, { at: undefined, position: 27 })).toBe(4)
  expect(nearestHit(hits, { at: 'x', position: 27 })).toBe(4)
  expect(nearestHit(hits, { at: undefined, position: undefined })).toBe(0)
})
