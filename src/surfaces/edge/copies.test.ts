import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Viewer } from '../../store/viewer.ts'
import { type Copies, openCopies } from './copies.ts'

const [ann, ben] = [{ userId: 1 }, { userId: 2 }] as Viewer[]
/** Looked for, and then found to be good. */
const keep = (copies: Copies, request: FastifyRequest, tag: string) => {
  copies.find(request)
  copies.note(request, tag)
}
const asking = (viewer: Viewer | undefined, url: string, copy?: string) =>
  ({ viewer, url, headers: { 'if-none-match': copy } }) as unknown as FastifyRequest

it('knows a good copy again, of the same question by the same person', () => {
  const copies = openCopies(() => 1)
  keep(copies, asking(ann, '/books', '"x", W/"a"'), 'W/"a"')
  expect(copies.find(asking(ann, '/books', '"x", W/"a"'))).toBe('W/"a"')
  for (const other of [
    asking(ben, '/books', '"x", W/"a"'),
    asking(undefined, '/books', '"x", W/"a"'),
    asking(ann, '/books?page=2', '"x", W/"a"'),
    asking(ann, '/books', 'W/"a"'),
    asking(ann, '/books'),
  ]) {
    expect(copies.find(other)).toBeUndefined()
  }
})

it('knows none as soon as anything was committed, and none where that cannot be known', () => {
  let generation: number | undefined = 1
  const copies = openCopies(() => generation)
  keep(copies, asking(ann, '/books', '"a"'), '"a"')
  generation = 2
  expect(copies.find(asking(ann, '/books', '"a"'))).toBeUndefined()
  generation = 1
  expect(copies.find(asking(ann, '/books', '"a"'))).toBeUndefined()
  generation = undefined
  keep(copies, asking(ann, '/books', '"a"'), '"a"')
  expect(copies.find(asking(ann, '/books', '"a"'))).toBeUndefined()
})

it('does not take a copy for good that was compared before a commit and is noted after it', () => {
  let generation = 1
  const copies = openCopies(() => generation)
  const request = asking(ann, '/books', '"a"')
  copies.find(request)
  generation = 2
  copies.note(request, '"a"')
  expect(copies.find(asking(ann, '/books', '"a"'))).toBeUndefined()
})

it('does not grow with what is asked', () => {
  const copies = openCopies(() => 1)
  for (let page = 0; page < 1200; page++) keep(copies, asking(ann, `/books?page=${page}`, '"a"'), '"a"')
  const known = Array.from({ length: 1200 }, (_, page) => copies.find(asking(ann, `/books?page=${page}`, '"a"')))
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(500)
  expect(known.at(-1)).toBe('"a"')
})
