import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultConfig } from '../../config/load.ts'
import { createApp } from './app.ts'
import { openLog } from './log.ts'
import { closeGently } from './shutdown.ts'

const log = openLog({ level: 'silent', pretty: false })

async function open(slowMs: number) {
  const app = await createApp(defaultConfig(), { log })
  app.get('/slow', async () => {
    await pause(slowMs)
    return 'done'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, address }
}

test('a running request is finished, then everything behind the server is closed', async () => {
  const { app, address } = await open(300)
  const order: string[] = []
  const running = fetch(`${address}/slow`).then(async (response) => order.push(await response.text()))
  await pause(100)
  const ended = await closeGently({ app, log, close: async () => void order.push('closed') })
  await running
  expect(ended).toBe('in time')
  expect(order).toEqual(['done', 'closed'])
  await expect(fetch(`${address}/slow`)).rejects.toThrow()
})

test('a request that does not end is cut off, so that closing does', async () => {
  const { app, address } = await open(60_000)
  const running = fetch(`${address}/slow`).then(
    () => 'answered',
    () => 'cut off',
  )
  await pause(100)
  const started = performance.now()
  let closed = false
  await closeGently({
    app,
    log,
    withinMs: 1000,
    close: async () => {
      closed = true
    },
  })
  expect(performance.now() - started).toBeLessThan(1500)
  expect(await running).toBe('cut off')
  expect(closed).toBe(true)
})
