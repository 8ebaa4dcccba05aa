import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { planSpawn } from './sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-sockets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the probes, one after the other, as code of a plugin; returns what each of them ended with. */
async function probe(probes: Record<string, string>, { isOffline = false } = {}): Promise<Record<string, unknown>> {
  const packageDir = mkdtempSync(join(folder, 'package-'))
  const dataDir = join(packageDir, 'data')
  mkdirSync(dataDir)
  const code = Object.entries(probes).map(([name, work]) => `${JSON.stringify(name)}: () => ${work},`)
  writeFileSync(
    join(packageDir, 'index.mjs'),
    `import dgram from 'node:dgram'
     import http from 'node:http'
     import net from 'node:net'
     const folder = ${JSON.stringify(folder)}
     const local = folder + '/local.sock'
     const ends = (socket, event) => new Promise((resolve) => {
       socket.once(event, () => resolve('DONE'))
       socket.once('error', (error) => resolve(error.code))
     })
     const tcpHandle = () => {
       const socket = net.connect(1, '127.0.0.1').on('error', () => {})
       return new socket._handle.constructor(1)
     }
     const pipeHandle = () => new process.stdin._handle.constructor(1)
     const probes = {${code.join('\n')}}
     const found = {}
     for (const [name, work] of Object.entries(probes)) {
       try { found[name] = await work() } catch (error) { found[name] = error.code ?? String(error) }
     }
     process.stdout.write(JSON.stringify(found), () => process.exit())`,
  )
  const args = [join(packageDir, 'index.mjs')]
  const plan = planSpawn({
    command: 'node',
    args,
    env: {},
    packageDir,
    dataDir,
    heapMegabytes: 64,
    isOffline,
    allowedCommands: [],
  })
  const { stdout } = await promisify(execFile)(plan.file, plan.args, { env: plan.env, cwd: plan.cwd })
  return JSON.parse(stdout)
}

describe('a plugin', () => {
  it('reaches no local socket, whatever it passes to Node or changes about it', async () => {
    const listener = createServer().listen(join(folder, 'local.sock'))
    let connections = 0
    listener.on('connection', () => {
      connections += 1
    })
    await once(listener, 'listening')
    const readLate = (times: number) =>
      `{ let reads = 0; return ends(net.connect({ get path() { return reads++ < ${times} ? undefined : local } }), 'connect') }`
    const found = await probe({
      text: `ends(net.connect(local), 'connect')`,
      option: `ends(net.connect({ path: local }), 'connect')`,
      inherited: `ends(net.connect(Object.create({ path: local })), 'connect')`,
      http: `ends(http.get({ socketPath: local }), 'response')`,
      readLate1: readLate(1),
      readLate2: readLate(2),
      readLate3: readLate(3),
      changedNumber: `{ globalThis.Number = () => 1; return ends(net.connect(local), 'connect') }`,
      changedApply: `{
        const { apply } = Function.prototype
        let real
        Function.prototype.apply = function (self, given) { if (this.name === 'connect') real = this; return Reflect.apply(apply, this, [self, given]) }
        try { net.connect(local).on('error', () => {}) } finally { Function.prototype.apply = apply }
        const socket = new net.Socket()
        real?.call(socket, { path: local })
        return real ? ends(socket, 'connect') : 'EACCES'
      }`,
      created: `net._createServerHandle(folder + '/own.sock', -1, -1) < 0 ? 'EACCES' : 'DONE'`,
      ownHandle: `pipeHandle().listen(1) < 0 ? 'EACCES' : 'DONE'`,
      boundHandle: `pipeHandle().bind(folder + '/own.sock') < 0 ? 'EACCES' : 'DONE'`,
    })
    listener.close()
    const refusals = new Set(Object.values(found))
    expect([...refusals].filter((each) => !/^(EACCES|ERR_ACCESS_DENIED|ERR_MISSING_ARGS)$/.test(String(each)))).toEqual(
      [],
    )
    expect(connections).toBe(0)
    expect(existsSync(join(folder, 'own.sock'))).toBe(false)
  })

  it('can’t listen, neither with Node’s functions nor with its handles', async () => {
    const found = await probe({
      server: `ends(net.createServer().listen(0), 'listening')`,
      named: `ends(net.createServer().listen(0, '127.0.0.1'), 'listening')`,
      http: `ends(http.createServer().listen(0), 'listening')`,
      created: `net._createServerHandle('127.0.0.1', 0, 4).listen(1) < 0 ? 'EACCES' : 'DONE'`,
      handle: `{ const handle = tcpHandle(); handle.bind('127.0.0.1', 0); return handle.listen(1) < 0 ? 'EACCES' : 'DONE' }`,
      descriptor: `tcpHandle().open(0) < 0 ? 'EACCES' : 'DONE'`,
      datagrams: `ends(dgram.createSocket('udp4').bind(5353), 'listening')`,
      datagrams6: `ends(dgram.createSocket('udp6').bind({ port: 5353 }), 'listening')`,
      readLate: `{
        let reads = 0
        const socket = dgram.createSocket('udp4')
        const isPort = () => socket.address().port === 5398
        return ends(socket.bind({ get port() { return reads++ < 1 ? 0 : 5398 } }), 'listening').then((end) => (end === 'DONE' && !isPort() ? 'EACCES' : end))
      }`,
    })
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 'EACCES'])))
  })

  it('still sends datagrams, and starts without the network', async () => {
    const send = (kind: string, to: string) =>
      `new Promise((resolve) => dgram.createSocket('${kind}').send('x', 9, '${to}', (error) => resolve(error?.code ?? 'sent')))`
    const found = await probe({ four: send('udp4', '127.0.0.1'), six: send('udp6', '::1') })
    expect(found.four).toBe('sent')
    // Some machines have no IPv6.
    expect(found.six).toMatch(/^(sent|EADDRNOTAVAIL|ENETUNREACH|EAFNOSUPPORT)$/)
    expect(await probe({ alive: `'yes'` }, { isOffline: true })).toEqual({ alive: 'yes' })
  })
})
