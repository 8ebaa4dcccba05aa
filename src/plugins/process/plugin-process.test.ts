import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reasonOf } from '../../contract/reasons.ts'
import type { PluginError } from '../protocol/errors.ts'
import { PluginLog } from './plugin-log.ts'
import { PluginProcess } from './plugin-process.ts'
import { planSpawn } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-plugin-'))
const started: PluginProcess[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(started.splice(0).map((one) => one.stop(100)))
})

const lineLoop = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
let rest = ''
process.stdin.on('data', (chunk) => {
  rest += chunk
  for (let end; (end = rest.indexOf('\\n')) >= 0; rest = rest.slice(end + 1)) hear(JSON.parse(rest.slice(0, end)))
})
process.stdin.on('end', () => process.exit(0))
`

/** Plugins have a low priority: on a busy machine one may take many seconds to start. */
const PATIENT_MS = 110_000

interface Options {
  answer?: (method: string, params: unknown) => Promise<unknown>
  env?: Record<string, string>
}

function run(code: string, { answer = async () => null, env = {} }: Options = {}) {
  const dir = mkdtempSync(join(folder, 'package-'))
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dir, 'index.mjs'), lineLoop + code)
  const log = new PluginLog()
  let exitReason: PluginError | undefined | null = null
  const spawn = planSpawn({
    command: 'node',
    args: [join(dir, 'index.mjs')],
    env,
    packageDir: dir,
    dataDir,
    heapMegabytes: 64,
    allowedCommands: [],
  })
  const plugin = new PluginProcess({
    spawn,
    log,
    answer,
    onExit: (reason) => {
      exitReason = reason
    },
    maxResidentBytes: 1 << 30,
  })
  started.push(plugin)
  return { plugin, log, dir, exitReason: () => exitReason }
}

describe('a plugin process', () => {
  it('accepts answers in any order and with text ids, and ignores other lines', async () => {
    const { plugin } = run(`
      const hear = ({ id, params }) => setTimeout(() => {
        process.stdout.write('not json\\n\\n')
        send({ id: String(id), result: params })
        send({ id, result: 'once more' })
        send({ method: 'note' })
      }, params.wait)`)
    const [slow, fast] = [plugin.call('a', { wait: 300 }, PATIENT_MS), plugin.call('b', { wait: 1 }, PATIENT_MS)]
    expect(await fast).toEqual({ wait: 1 })
    expect(await slow).toEqual({ wait: 300 })
    expect(plugin.isAlive).toBe(true)
  })

  it('keeps request ids of both directions apart', async () => {
    const asked: unknown[] = []
    const { plugin } = run(
      `let waiting
       const hear = (message) => {
         if (message.method) { waiting = message.id; send({ id: message.id, method: 'storage/get', params: { key: 'k' } }) }
         else send({ id: waiting, result: { heard: message.result } })
       }`,
      {
        answer: async (method, params) => {
          asked.push([method, params])
          return { data: 7 }
        },
      },
    )
    expect(await plugin.call('initialize', {}, PATIENT_MS)).toEqual({ heard: { data: 7 } })
    expect(asked).toEqual([['storage/get', { key: 'k' }]])
  })

  it('limits how many requests per second are answered', async () => {
    const times: number[] = []
    const { plugin } = run(
      `const request = () => send({ id: 1, method: 'storage/get', params: { key: 'k' } })
       request()
       const hear = (message) => { if (message.id === 1 && !message.method) request() }`,
      { answer: async () => times.push(performance.now()) },
    )
    await expect.poll(() => times.length, { timeout: 60_000 }).toBeGreaterThan(1200)
    expect(times[1200]! - times[0]!).toBeGreaterThan(900)
    expect(plugin.isAlive).toBe(true)
  })

  it('reports errors with their code and data, without secrets', async () => {
    const { plugin, log } = run(
      `const hear = ({ id }) => { console.error('[ERROR] token hunter22 refused'); send({ id, error: { code: -32001, message: 'slow down, hunter22', data: { retryAfterSeconds: 3 } } }) }`,
    )
    log.hide(['hunter22'])
    await expect(plugin.call('x', {}, PATIENT_MS)).rejects.toMatchObject({
      code: -32001,
      message: 'slow down, •••',
      data: { retryAfterSeconds: 3 },
    })
    await expect.poll(() => log.lines.at(-1)).toMatchObject({ level: 'error', message: '[ERROR] token ••• refused' })
  })

  it('times out unanswered calls, and notices at once when the process exits', async () => {
    const { plugin, exitReason } = run(
      `const hear = ({ id, method }) => {
        if (method === 'greet') send({ id, result: 'here' })
        if (method === 'die') process.exit(3)
      }`,
    )
    // The time it takes to start must not affect the timeouts below.
    await plugin.call('greet', {}, PATIENT_MS)
    // The remaining time of a call is rarely a round number.
    const message = 'The plugin didn’t respond within 0.2 s (hang).'
    await expect(plugin.call('hang', {}, 199.999914625)).rejects.toMatchObject({ code: 'TIMEOUT', message })
    const waiting = plugin.call('hang', {}, 60_000)
    const began = Date.now()
    plugin.call('die', {}, 60_000).catch(() => {})
    await expect(waiting).rejects.toMatchObject({ code: 'EXITED', message: expect.stringContaining('code 3') })
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(exitReason()?.message).toBe('The plugin’s process ended with code 3.')
    await expect(plugin.call('x', {}, 1000)).rejects.toMatchObject({ code: 'EXITED' })
  })

  it.each([
    ['a line of 2 MiB', `process.stdout.write('x'.repeat(2 << 20) + '\\n')`, /a line of more than/],
    [
      'a line of 2 MiB in letters of several bytes',
      `process.stdout.write('語'.repeat(700000) + '\\n')`,
      /a line of more than/,
    ],
    [
      'lines without end',
      `const more = () => process.stdout.write('{}\\n'.repeat(1000), more); more()`,
      /answer nothing|MiB/,
    ],
    [
      'errors without end',
      `const more = () => process.stderr.write('[ERROR] no\\n'.repeat(9000), more); more()`,
      /MiB/,
    ],
    [
      'questions without end',
      `for (let id = 1; id < 9999; id++) send({ id, method: 'storage/get', params: {} })`,
      /requests/,
    ],
  ])('kills a process that sends %s', async (_, code, reason) => {
    // The ten-second window never ends: on a busy machine, too little might arrive within it.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const { plugin, exitReason } = run(`const hear = () => { ${code} }`, { answer: () => new Promise(() => {}) })
    await expect(plugin.call('x', {}, PATIENT_MS)).rejects.toMatchObject({ code: 'FLOOD' })
    await plugin.exited
    expect(exitReason()).toMatchObject({ code: 'FLOOD', message: expect.stringMatching(reason) })
    expect(reasonOf(exitReason()!.message)?.code).toMatch(/^plugin_sent_/)
  })

  it('survives deeply nested values, and errors whose message is not text', async () => {
    const { plugin, log, exitReason } = run(`
      const hear = ({ id, method }) => method === 'refuse'
        ? send({ id, error: { code: -32000, message: { toString: 1, valueOf: 1 } } })
        : process.stdout.write('{"id":' + id + ',"result":' + '['.repeat(500000) + ']'.repeat(500000) + '}\\n')`)
    log.hideInResults(['hunter-2-secret'])
    await expect(plugin.call('refuse', {}, PATIENT_MS)).rejects.toThrow('{"toString":1,"valueOf":1}')
    await expect(plugin.call('nest', {}, PATIENT_MS)).rejects.toMatchObject({ code: 'FLOOD' })
    await plugin.exited
    const message = 'The plugin’s process sent a value of more than 100 levels.'
    expect(exitReason()?.message).toBe(message)
    expect(reasonOf(message)).toEqual({ code: 'plugin_sent_levels', params: { count: '100' } })
  })

  it('kills a process that ignores shutdown', async () => {
    const { plugin, exitReason } = run(
      `const hear = () => {}; process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`,
    )
    await plugin.call('x', {}, 50).catch(() => {})
    await plugin.stop(200)
    expect(plugin.isAlive).toBe(false)
    expect(exitReason()).toBeUndefined()
  })
})

describe('the sandbox', () => {
  it('denies files, processes, threads and the environment', async () => {
    const { plugin, dir } = run(
      `import fs from 'node:fs'
       import { execSync } from 'node:child_process'
       import { Worker } from 'node:worker_threads'
       const tryIt = (work) => { try { return work() } catch (error) { return error.code ?? String(error) } }
       const hear = ({ id, params }) => send({ id, result: {
         passwd: tryIt(() => fs.readFileSync('/etc/passwd', 'utf8')),
         environ: tryIt(() => fs.readFileSync('/proc/self/environ', 'utf8')),
         parent: tryIt(() => fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
         outside: tryIt(() => fs.writeFileSync(params.dir + '/../other.txt', 'x')),
         own: tryIt(() => fs.writeFileSync(params.dir + '/index.mjs', '')),
         process: tryIt(() => execSync('id').toString()),
         thread: tryIt(() => new Worker('1', { eval: true })),
         variables: Object.keys(process.env),
         data: tryIt(() => { fs.writeFileSync(params.dir + '/data/x', 'yes'); return fs.readFileSync(params.dir + '/data/x', 'utf8') }),
       } })`,
      { env: { OWN: 'yes' } },
    )
    const found = await plugin.call('probe', { dir }, PATIENT_MS)
    expect(found).toEqual({
      passwd: 'ERR_ACCESS_DENIED',
      environ: 'ERR_ACCESS_DENIED',
      parent: 'ERR_ACCESS_DENIED',
      outside: 'ERR_ACCESS_DENIED',
      own: 'ERR_ACCESS_DENIED',
      process: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
      variables: ['OWN'],
      data: 'yes',
    })
  })

  it('denies what Node’s permission model allows: signals, databases and V8 flags', async () => {
    const { plugin } = run(
      `import dgram from 'node:dgram'
       import fs from 'node:fs'
       import http from 'node:http'
       import { createRequire } from 'node:module'
       import os, { setPriority } from 'node:os'
       import { kill } from 'node:process'
       import v8, { setFlagsFromString } from 'node:v8'
       const tryIt = async (work) => { try { return String(await work()) } catch (error) { return error.code ?? String(error) } }
       const require = createRequire(import.meta.url)
       const probes = {
         kill: () => process.kill(process.ppid, 0), named: () => kill(process.ppid, 0), raw: () => process._kill(process.ppid, 0),
         required: () => require('process').kill(process.ppid, 0), again: () => { process.kill = undefined; return process.kill(process.ppid, 0) },
         wake: () => process._debugProcess(process.ppid), slow: () => os.setPriority(process.ppid, 19), slowToo: () => setPriority(process.ppid, 19),
         database: () => import('node:sqlite'), databaseToo: () => require('node:sqlite'), library: () => import('node:ffi'),
         builtin: () => process.getBuiltinModule('node:sqlite'),
         flags: () => v8.setFlagsFromString('--redirect-code-traces-to=/tmp/x'), flagsToo: () => setFlagsFromString('--log'), flagsRequired: () => require('v8').setFlagsFromString('--log'),
       }
       const hear = async ({ id }) => {
         const result = {}
         for (const [name, probe] of Object.entries(probes)) result[name] = await tryIt(probe)
         send({ id, result })
       }`,
    )
    const { database, databaseToo, library, builtin, again, ...found } = (await plugin.call(
      'probe',
      {},
      PATIENT_MS,
    )) as Record<string, string>
    expect([...new Set(Object.values(found))]).toEqual(['ERR_ACCESS_DENIED'])
    expect([database, databaseToo, library]).toEqual(Array(3).fill('ERR_UNKNOWN_BUILTIN_MODULE'))
    expect(builtin).toBe('undefined')
    expect(again).toMatch(/TypeError|ERR_ACCESS_DENIED/)
  })

  it('allows the network', async () => {
    const listener = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const { plugin } = run(
      `import http from 'node:http'
       const get = (url) => new Promise((resolve, reject) => http.get(url, (answer) => answer.on('data', (data) => resolve(String(data)))).on('error', reject))
       const hear = async ({ id, params }) => send({ id, result: [await (await fetch(params.url)).text(), await get(params.url)] })`,
    )
    expect(await plugin.call('go', { url: `http://127.0.0.1:${port}/` }, PATIENT_MS)).toEqual(['here', 'here'])
    listener.close()
  })

  it('refuses Node options, commands and variables that would bypass it', () => {
    const plan = (change: object) => () =>
      planSpawn({
        command: 'node',
        args: ['/p/index.js'],
        env: {},
        packageDir: '/p',
        dataDir: '/d',
        heapMegabytes: 64,
        allowedCommands: ['python3'],
        ...change,
      })
    expect(plan({ args: ['-e', 'code'] })).toThrow(/may not be given/)
    expect(plan({ args: ['--allow-fs-read=*', '/p/index.js'] })).toThrow(/may not be given/)
    expect(plan({ args: ['../../x.js'] })).toThrow(/absolute/)
    expect(plan({ args: ['--import', 'x.mjs', '/p/index.js'] })).toThrow(/absolute/)
    expect(plan({ command: 'bash' })).toThrow(/isn’t allowed/)
    expect(plan({ env: { NODE_OPTIONS: '--no-permission' } })).toThrow(/NODE_OPTIONS/)
    expect(plan({ env: { ld_preload: 'x' } })).toThrow(/ld_preload/)
    expect(plan({ args: ['dist/index.js'] })().args).toContain('/p/dist/index.js')
    expect(plan({ command: 'python3' })().file).toBe('python3')
  })
})

process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

it('removes log formatting from the error that users see', () => {
  const log = new PluginLog()
  log.add('2026-01-01T00:00:00.000Z [ERROR] [catalogue] Failed to fetch: HTTP 503', 1000)
  expect(log.errorSince(1000)).toBe('Failed to fetch: HTTP 503')
  log.add('Error: HTTP 500', 2000)
  expect(log.errorSince(2000)).toBe('HTTP 500')
  expect(log.errorSince(3000)).toBeUndefined()
  expect(log.lines[0]?.message).toBe('[ERROR] [catalogue] Failed to fetch: HTTP 503')
})

it('masks secrets in every encoding, the longest first', () => {
  const log = new PluginLog()
  const secret = 'k+y/ "1=='
  log.hide(['abcd', 'abcdefgh', secret])
  const spellings = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ k: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]
  for (const one of spellings) expect(log.redact(`a ${one} b`)).toBe('a ••• b')
  expect(log.redact('abcdefgh')).toBe('•••')
})
