import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openProcessHub } from './process-bus.ts'

const waits = 'process.send("ready"); setInterval(() => {}, 1000)'
const begin = () => spawn(process.execPath, ['-e', waits], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })

test('a process that no longer takes messages is ended', async () => {
  const child = begin()
  const hub = openProcessHub()
  const channel = hub.bus.channel('news', { receive: () => {} })
  hub.join(child)
  await once(child, 'message')
  const ended = once(child, 'exit')
  child.kill('SIGSTOP')
  for (let i = 0; i < 15_000; i += 1) channel.send('x'.repeat(100))
  expect((await ended)[1]).toBe('SIGKILL')
})

test('a process that was killed a moment ago does not take the first process with it', async () => {
  const child = begin()
  const faults: Error[] = []
  child.on('error', (error) => faults.push(error))
  const hub = openProcessHub()
  const heard: string[] = []
  const channel = hub.bus.channel('news', { receive: (text) => heard.push(text) })
  hub.join(child)
  await once(child, 'message')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  // This process is busy while the other one exits, so it cannot know of the exit yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(child.connected).toBe(true)
  for (const text of ['a', 'b', 'c']) channel.send(text)
  await ended
  expect(faults).toEqual([])
  expect(heard).toEqual(['a', 'b', 'c'])
})
