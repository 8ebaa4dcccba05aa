import { expect, test, vi } from 'vitest'
import { runAtOnce, runInSlices } from './run-in-slices.ts'

function* work(steps: number, now = () => {}) {
  for (let step = 0; step < steps; step++) {
    now()
    yield
  }
  return steps
}

test('work is done at once, or with pauses while it takes long', async () => {
  expect(runAtOnce(work(5))).toBe(5)
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  let pauses = 0
  const pause = async () => void pauses++
  expect(await runInSlices(work(10), pause)).toBe(10)
  expect(pauses).toBe(0)
  const takesLong = () => {
    time += 15
  }
  expect(await runInSlices(work(10, takesLong), pause)).toBe(10)
  expect(pauses).toBe(5)
  expect(await runInSlices(work(10, takesLong), pause, () => pauses === 7)).toBeUndefined()
  vi.restoreAllMocks()
})
