import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { Caches } from '../../store/cache/caches.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type NotModifiedCache, openNotModifiedCache } from './not-modified-cache.ts'

const [ann, ben] = [{ userId: 1 }, { userId: 2 }] as Viewer[]
/** Looked up, and then found to be valid. */
const remember = (cache: NotModifiedCache, request: FastifyRequest, tag: string) => {
  cache.find(request)
  cache.note(request, tag)
}
const asking = (viewer: Viewer | undefined, url: string, copy?: string) =>
  ({ viewer, url, headers: { 'if-none-match': copy }, routeOptions: { url } }) as unknown as FastifyRequest

it('recognises a current copy for the same request of the same user', () => {
  const cache = openNotModifiedCache(new Caches(), () => 1)
  remember(cache, asking(ann, '/books', '"x", W/"a"'), 'W/"a"')
  expect(cache.find(asking(ann, '/books', '"x", W/"a"'))).toBe('W/"a"')
  for (const other of [
    asking(ben, '/books', '"x", W/"a"'),
    asking(undefined, '/books', '"x", W/"a"'),
    asking(ann, '/books?page=2', '"x", W/"a"'),
    asking(ann, '/books', 'W/"a"'),
    asking(ann, '/books'),
  ]) {
    expect(cache.find(other)).toBeUndefined()
  }
})

it('forgets all copies after any commit, and stores none if commits cannot be noticed', () => {
  let generation: number | undefined = 1
  const cache = openNotModifiedCache(new Caches(), () => generation)
  remember(cache, asking(ann, '/books', '"a"'), '"a"')
  generation = 2
  expect(cache.find(asking(ann, '/books', '"a"'))).toBeUndefined()
  generation = 1
  expect(cache.find(asking(ann, '/books', '"a"'))).toBeUndefined()
  generation = undefined
  remember(cache, asking(ann, '/books', '"a"'), '"a"')
  expect(cache.find(asking(ann, '/books', '"a"'))).toBeUndefined()
})

it('does not store a copy that was compared before a commit and noted after it', () => {
  let generation = 1
  const cache = openNotModifiedCache(new Caches(), () => generation)
  const request = asking(ann, '/books', '"a"')
  cache.find(request)
  generation = 2
  cache.note(request, '"a"')
  expect(cache.find(asking(ann, '/books', '"a"'))).toBeUndefined()
})

it('has a limited size', () => {
  const cache = openNotModifiedCache(new Caches(), () => 1)
  for (let page = 0; page < 1200; page++) remember(cache, asking(ann, `/books?page=${page}`, '"a"'), '"a"')
  const known = Array.from({ length: 1200 }, (_, page) => cache.find(asking(ann, `/books?page=${page}`, '"a"')))
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(500)
  expect(known.at(-1)).toBe('"a"')
})
