import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openSiblingHub } from './sibling-wire.ts'

test('a sibling that was killed a moment ago does not take the first process with it', async () => {
  const waits = 'process.send("ready"); setInterval(() => {}, 1000)'
  const child = spawn(process.execPath, ['-e', waits], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const faults: Error[] = []
  child.on('error', (error) => faults.push(error))
  const hub = openSiblingHub()
  const heard: string[] = []
  const channel = hub.wire.channel('news', { hear: (text) => heard.push(text) })
  hub.join(child)
  await once(child, 'message')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  // This process is busy while the other one goes, so it cannot know of it yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  expect(child.connected).toBe(true)
  for (const text of ['a', 'b', 'c']) channel.say(text)
  await ended
  expect(faults).toEqual([])
  expect(heard).toEqual(['a', 'b', 'c'])
})
