import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToEvents } from './event-stream.ts'

class Source {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 0
  onopen?: () => void
  onerror?: () => void
  close = vi.fn()
  addEventListener = vi.fn()

  constructor() {
    Source.all.push(this)
  }

  refuse() {
    this.readyState = Source.CLOSED
    this.onerror?.()
  }
}

const open = (isWelcome = true) => {
  const [missed, restored] = [vi.fn(), vi.fn()]
  const hear = () => {}
  const stop = listenToEvents({
    url: '/events',
    types: [],
    onMessage: hear,
    onRestored: restored,
    onMissed: missed,
    isAuthorized: async () => isWelcome,
  })
  return { missed, restored, stop }
}

beforeEach(() => {
  Source.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that a proxy refused while the server restarted is opened again, and missed events are fetched', async () => {
  const { missed, stop } = open()
  Source.all[0]?.onopen?.()
  Source.all[0]?.refuse()
  await vi.advanceTimersByTimeAsync(3_000)
  Source.all[1]?.refuse()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(Source.all).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(7_000)
  expect(Source.all).toHaveLength(3)
  expect(missed).not.toHaveBeenCalled()
  Source.all[2]?.onopen?.()
  expect(missed).toHaveBeenCalledOnce()
  stop()
})

test('a connection the browser restores itself is left alone, and its return is reported', async () => {
  const { restored, missed } = open()
  Source.all[0]?.onopen?.()
  Source.all[0]?.onerror?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.all).toHaveLength(1)
  expect(restored).not.toHaveBeenCalled()
  Source.all[0]?.onopen?.()
  expect(restored).toHaveBeenCalledOnce()
  expect(missed).not.toHaveBeenCalled()
})

test('no reconnect after leaving or signing out', async () => {
  const { stop } = open()
  Source.all[0]?.refuse()
  stop()
  open(false)
  Source.all[1]?.refuse()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.all).toHaveLength(2)
})
