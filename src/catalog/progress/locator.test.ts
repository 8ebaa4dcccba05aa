import { describe, expect, it } from 'vitest'
import type { Position } from '../../formats/publication.ts'
import { locatorOfPosition, positionOfLocator } from './locator.ts'

const positions: Position[] = ['a.xhtml', 'text/b c.xhtml', 'text/b c.xhtml', 'text/b c.xhtml', 'd.xhtml'].map(
  (href, index) => ({
    href,
    mediaType: 'application/xhtml+xml',
    position: index + 1,
    progression: href.startsWith('text') ? (index - 1) / 3 : 0,
    totalProgression: index / 5,
  }),
)

describe('a locator', () => {
  it('finds its position by resource and progression, however the href is written', () => {
    for (const href of ['text/b c.xhtml', '/text/b%20c.xhtml#p4', 'http://host/api/resources/text/b%20c.xhtml']) {
      expect(positionOfLocator({ href, locations: { progression: 0.5 } }, positions)).toBe(3)
    }
  })
  it('finds files whose names contain characters with a meaning in links', () => {
    const names = ['ch #2.xhtml', 'ch', 'what?.xhtml', 'a%20b.xhtml', 'a b.xhtml', '100%.xhtml']
    const odd = names.map((name, index) => ({ ...positions[0]!, href: `OPS/${name}`, position: index + 1 }))
    const found = (href: string) => positionOfLocator({ href, locations: { progression: 0 } }, odd)
    expect(names.map((name) => found(`OPS/${name}`))).toEqual([1, 2, 3, 4, 5, 6])
    const urls = names.map((name) => `http://host/resources/OPS/${encodeURIComponent(name)}#p`)
    expect(urls.map(found)).toEqual([1, 2, 3, 4, 5, 6])
    expect(found('OPS/ch #2.xhtml#p4')).toBe(1)
    expect(found('/OPS/ch?page#p4')).toBe(2)
  })
  it('falls back to the whole book, then to the number, then to the start of the resource', () => {
    expect(positionOfLocator({ href: 'gone.xhtml', locations: { totalProgression: 0.8 } }, positions)).toBe(5)
    expect(positionOfLocator({ locations: { position: 4 } }, positions)).toBe(4)
    expect(positionOfLocator({ href: 'd.xhtml' }, positions)).toBe(5)
    expect(positionOfLocator({}, positions)).toBeUndefined()
  })
  it('comes back to the same position from the locator made of it', () => {
    for (const { position } of positions) {
      expect(positionOfLocator(locatorOfPosition(position, positions)!, positions)).toBe(position)
    }
  })
  it('survives progressions out of bounds', () => {
    expect(positionOfLocator({ href: 'text/b c.xhtml', locations: { progression: 7 } }, positions)).toBe(4)
    expect(positionOfLocator({ href: 'text/b c.xhtml', locations: { progression: -1 } }, positions)).toBe(2)
  })
})
