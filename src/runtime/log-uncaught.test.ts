import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('an unhandled rejection is logged and the process continues; an exception ends it', () => {
  const script = `
    import { logUncaught } from ${JSON.stringify(new URL('./log-uncaught.ts', import.meta.url).href)}
    import { openLogger } from ${JSON.stringify(new URL('../surfaces/edge/server-logger.ts', import.meta.url).href)}
    logUncaught(openLogger({ level: 'info', pretty: false }))
    Promise.reject(new Error('forgotten'))
    setTimeout(() => console.log('still there'))
    setTimeout(() => { throw new Error('out of the blue') }, 5)
    setTimeout(() => console.log('never'), 60_000)`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  // The log, its last line and the console are three writers: their order isn't guaranteed.
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines).toContain('still there')
  const logged = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  expect(logged.sort((a, b) => a.level - b.level)).toMatchObject([
    { level: 50, err: { message: 'forgotten' } },
    { level: 60, err: { message: 'out of the blue' } },
  ])
  expect(status).not.toBe(0)
})
