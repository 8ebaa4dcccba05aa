import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultConfig } from '../config/load-config.ts'
import { startTaskThread, type TaskThreadOptions } from './task-thread.ts'

/** Reports the messages it receives; ends on request, with the given delay. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let received = 0
    let slowMs = 0
    const tell = (text) => parentPort.postMessage({ kind: 'plugin_answer', text })
    tell('started')
    parentPort.on('message', (message) => {
      received += 1
      if (message.kind === 'plugin_call') {
        tell(message.text)
        const { idle, until, slow = 0 } = JSON.parse(message.text)
        slowMs = slow
        if (idle !== undefined) parentPort.postMessage({ kind: 'idle', messageCount: received + idle, until })
      } else if (message.kind === 'close') setTimeout(() => parentPort.postMessage({ kind: 'closed' }), slowMs)
      else tell(message.kind)
    })`)}`,
)

function start(more: Partial<TaskThreadOptions> = {}) {
  const said: string[] = []
  const onRest = vi.fn()
  const thread = startTaskThread({
    entry,
    config: defaultConfig(),
    events: { emit: () => {} },
    onPluginAnswer: (text) => said.push(text),
    onError: (error) => said.push(String(error)),
    hasWork: async () => false,
    onRest,
    lookEveryMs: 5,
    beginAfterMs: 60_000,
    ...more,
  })
  onTestFinished(() => thread.close())
  const rest = (until?: number) => thread.pluginCall(JSON.stringify({ idle: 0, until }))
  const rested = () => expect.poll(() => onRest.mock.calls.length).toBeGreaterThan(0)
  const starts = () => said.filter((text) => text === 'started').length
  return { thread, said, onRest, rest, rested, starts }
}

test('the first one starts when there is something to do, or after a while', async () => {
  const looks = vi.fn(async () => false)
  const { thread, said, starts } = start({ hasWork: looks })
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2)
  expect(starts()).toBe(0)
  thread.pluginCall('{"call":1}')
  await expect.poll(() => said).toEqual(['started', '{"call":1}'])
  await expect.poll(start({ beginAfterMs: 1 }).starts).toBe(1)
  start()
})

test('memory is released once, before the first one starts', async () => {
  const startsBefore: number[] = []
  const { thread, said, rest, rested, starts } = start({ beforeFirst: () => startsBefore.push(starts()) })
  expect(startsBefore).toEqual([])
  rest()
  expect(startsBefore).toEqual([0])
  await rested()
  thread.pluginCall('{"call":1}')
  await expect.poll(() => said.at(-1)).toBe('{"call":1}')
  expect(starts()).toBe(2)
  expect(startsBefore).toEqual([0])
})

test('an idle thread ends, and the next message starts another', async () => {
  const { thread, said, rest, rested, starts } = start()
  rest()
  await rested()
  expect(starts()).toBe(1)
  thread.pluginCall('{"call":1}')
  await expect.poll(() => said.at(-1)).toBe('{"call":1}')
  expect(starts()).toBe(2)
  thread.link.wake()
  await expect.poll(() => said.at(-1)).toBe('wake')
  expect(starts()).toBe(2)
})

test('a message sent while it ends goes to the next one', async () => {
  const { thread, said, starts } = start()
  thread.pluginCall('{"idle":0,"slow":500}')
  await expect.poll(() => said.length).toBe(2)
  thread.pluginCall('{"late":1}')
  thread.link.wake()
  await expect.poll(starts).toBe(2)
  await expect.poll(() => said).toContain('{"late":1}')
  expect(starts()).toBe(2)
})

test('one with unread messages continues', async () => {
  const { thread, said, onRest, starts } = start()
  thread.pluginCall('{"idle":-1}')
  thread.pluginCall('{"more":1}')
  await expect.poll(() => said).toContain('{"more":1}')
  thread.link.wake()
  await expect.poll(() => said.at(-1)).toBe('wake')
  expect(starts()).toBe(1)
  expect(onRest).not.toHaveBeenCalled()
})

test('a task of another process starts it, and so does the time of the next one', async () => {
  let hasWork = false
  const looks = vi.fn(async () => hasWork)
  const { rest, rested, starts } = start({ hasWork: looks })
  rest()
  await rested()
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2)
  expect(starts()).toBe(1)
  hasWork = true
  await expect.poll(starts).toBe(2)
  hasWork = false
  rest(Date.now() + 1)
  await expect.poll(starts).toBe(3)
})

test('it is closed while it rests, while it ends and while it runs', async () => {
  const resting = start()
  resting.rest()
  await resting.rested()
  await resting.thread.close()
  resting.thread.link.wake()
  const ending = start()
  ending.thread.pluginCall('{"idle":0,"slow":500}')
  await expect.poll(() => ending.said.length).toBe(2)
  await ending.thread.close()
  const running = start()
  running.thread.link.wake()
  await running.thread.close()
  expect(resting.starts()).toBe(1)
})
