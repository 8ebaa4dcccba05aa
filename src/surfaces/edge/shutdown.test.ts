import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { createApp } from './app.ts'
import { openLogger } from './server-logger.ts'
import { shutDownGracefully } from './shutdown.ts'

const log = openLogger({ level: 'silent', pretty: false })

async function open(slowMs: number) {
  const order: string[] = []
  const app = await createApp(defaultConfig(), { log })
  let begun = () => {}
  const isAsked = new Promise<void>((resolve) => {
    begun = resolve
  })
  app.get('/slow', async () => {
    begun()
    await pause(slowMs)
    return 'done'
  })
  app.addHook('onResponse', async () => void order.push('answered'))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, address, order, isAsked }
}

test('a running request is finished, then everything behind the server is closed', async () => {
  const { app, address, order, isAsked } = await open(300)
  const running = fetch(`${address}/slow`).then((response) => response.text())
  await isAsked
  const ended = await shutDownGracefully({ app, log, close: async () => void order.push('closed') })
  expect(await running).toBe('done')
  expect(ended).toBe('in time')
  expect(order).toEqual(['answered', 'closed'])
  await expect(fetch(`${address}/slow`)).rejects.toThrow()
})

test('a request that does not end is cut off, so that closing does', async () => {
  const { app, address, isAsked } = await open(60_000)
  const running = fetch(`${address}/slow`).then(
    () => 'answered',
    () => 'cut off',
  )
  await isAsked
  const started = performance.now()
  let closed = false
  await shutDownGracefully({
    app,
    log,
    withinMs: 1000,
    close: async () => {
      closed = true
    },
  })
  // Not the minute that the request would take.
  expect(performance.now() - started).toBeLessThan(30_000)
  expect(await running).toBe('cut off')
  expect(closed).toBe(true)
})
