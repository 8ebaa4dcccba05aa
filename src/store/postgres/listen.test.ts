import { expect, inject, onTestFinished, test } from 'vitest'
import { until } from '../../../test/processes.ts'
import { openTcpProxy } from '../../../test/tcp-proxy.ts'
import { openPostgresListener } from './listen.ts'

test('a silent connection is replaced, and listeners are notified of the gap, on postgres', async () => {
  const url = new URL(inject('postgresUrl'))
  const way = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  onTestFinished(() => way.close())
  url.port = String(way.port)
  const heard: string[] = []
  const errors: unknown[] = []
  let gaps = 0
  const hears = {
    onMessage: (_name: string, text: string) => void heard.push(text),
    gap: () => {
      gaps += 1
    },
    onError: (error: unknown) => void errors.push(error),
  }
  const listening = openPostgresListener(url.href, hears, 500)
  onTestFinished(() => listening.close())
  const name = 'lectern_test_silence'
  const sayUntilHeard = (text: string) =>
    until(`it hears "${text}"`, () => {
      if (!heard.includes(text)) listening.say(name, text)
      return heard.includes(text)
    })
  listening.listen(name)
  await sayUntilHeard('before')
  const known = gaps
  way.strand()
  listening.say(name, 'lost')
  await until('it has another connection', () => gaps > known)
  await sayUntilHeard('after')
  expect(heard).not.toContain('lost')
  expect(errors.map(String).join()).toContain('Query read timeout')
})
