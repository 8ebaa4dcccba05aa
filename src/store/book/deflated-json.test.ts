import { expect, it } from 'vitest'
import type { Page, Position } from '../../formats/publication.ts'
import { deflateJson, inflateJson } from './deflated-json.ts'
import { decodePageIndex, encodePageIndex } from './page-index.ts'
import { decodePublicationStructure, encodePublicationStructure } from './publication-structure.ts'

const page = (n: number): Page => ({
  fileName: `Chapter 1/page ${n}.jpg`,
  mediaType: 'image/jpeg',
  width: 1400,
  height: 2000,
  size: 300_000 + n,
  entry: n,
  bytes: { offset: n * 300_100, packedSize: 299_000, size: 300_000 + n, method: 8, crc32: (n * 2_654_435_761) >>> 0 },
})

it('pages are unpacked as they were packed, whichever fields are missing', () => {
  const pages = [
    page(1),
    { ...page(2), bytes: null, width: null, height: null, mediaType: 'image/webp' },
    { ...page(3), entry: null, size: null, bytes: { ...page(3).bytes!, method: 0 as const, crc32: null } },
  ]
  expect(decodePageIndex(encodePageIndex(pages))).toEqual(pages)
  expect(decodePageIndex(encodePageIndex([]))).toEqual([])
  const pdf = [{ ...page(1), bytes: null }]
  expect(decodePageIndex(encodePageIndex(pdf))).toEqual(pdf)
})

it('two hundred pages take less than four kilobytes', () => {
  expect(encodePageIndex(Array.from({ length: 200 }, (_, n) => page(n))).byteLength).toBeLessThan(4096)
})

it('an outline is unpacked as it was packed', () => {
  const resource = { href: 'text/1.xhtml', mediaType: 'application/xhtml+xml', size: 2048, bytes: null }
  const position = (n: number, href: string): Position => ({
    href,
    mediaType: 'application/xhtml+xml',
    position: n,
    progression: 0.5,
    totalProgression: n / 10,
  })
  const outline = {
    readingOrder: [resource],
    resources: [],
    toc: [{ title: 'One', href: 'text/1.xhtml#a', children: [] }],
    positions: [position(1, 'text/1.xhtml'), position(2, 'text/1.xhtml'), position(3, 'text/2.xhtml')],
  }
  expect(decodePublicationStructure(encodePublicationStructure(outline))).toEqual(outline)
})

it('nothing packed is sixteen bytes long, which PostgreSQL would take for a UUID', () => {
  for (let length = 0; length < 40; length++) {
    const text = Array.from({ length }, (_, n) => String.fromCharCode(97 + ((n * 7) % 26))).join('')
    const packed = deflateJson(text)
    expect(packed.byteLength).not.toBe(16)
    expect(inflateJson(packed)).toBe(text)
  }
})
