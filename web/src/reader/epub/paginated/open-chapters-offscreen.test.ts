import { expect, test, vi } from 'vitest'
import type { ChapterRenderer } from './chapter-renderer.ts'
import { openChaptersOffscreen } from './open-chapters-offscreen.ts'

function prepared() {
  const { promise: ready, resolve } = Promise.withResolvers<boolean>()
  const renderer = { discard: vi.fn() } as unknown as ChapterRenderer
  return { renderer, ready, resolve }
}

test('a chapter is given once it is laid out, and taken away where it does not come', async () => {
  const [good, bad] = [prepared(), prepared()]
  const chapters = [good, bad]
  const offscreen = openChaptersOffscreen((index) => chapters[index])
  const first = offscreen.open(0, 'start')
  good.resolve(true)
  expect(await first).toBe(good.renderer)
  offscreen.cancel()
  expect(good.renderer.discard).not.toHaveBeenCalled()
  const second = offscreen.open(1, 'start')
  bad.resolve(false)
  expect(await second).toBeUndefined()
  expect(bad.renderer.discard).toHaveBeenCalledOnce()
  expect(await offscreen.open(2, 'start')).toBeUndefined()
})

test('only the last jump counts, and nobody waits for the others', async () => {
  const [slow, quick] = [prepared(), prepared()]
  const chapters = [slow, quick]
  const offscreen = openChaptersOffscreen((index) => chapters[index])
  const first = offscreen.open(0, 'start')
  const second = offscreen.open(1, 'start')
  expect(await first).toBe('replaced')
  expect(slow.renderer.discard).toHaveBeenCalledOnce()
  slow.resolve(true)
  quick.resolve(true)
  expect(await second).toBe(quick.renderer)
  const third = offscreen.open(0, 'start')
  offscreen.cancel()
  expect(await third).toBe('replaced')
})
