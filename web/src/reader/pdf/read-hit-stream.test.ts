import { expect, test } from 'vitest'
import { readHitStream } from './read-hit-stream.ts'

test('hits are shown while the next one is still searched for', async () => {
  const { readable: body, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
  const writer = writable.getWriter()
  const line = (value: object) => writer.write(new TextEncoder().encode(`${JSON.stringify(value)}\n`))
  const pages: (number | null)[] = []
  const done = readHitStream(body, (hits) => pages.push(...hits.map(({ page }) => page)))
  void line({ page: 10 })
  await expect.poll(() => pages).toEqual([10])
  void line({ page: 11 })
  void line({ page: 12 })
  await expect.poll(() => pages).toEqual([10, 11, 12])
  void line({ page: 4980 })
  void line({ isComplete: true })
  void writer.close()
  expect(await done).toBe(true)
  expect(pages.at(-1)).toBe(4980)
})
