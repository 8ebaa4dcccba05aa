import { HIDE_PATHS } from './hide-paths.ts'

/**
 * Node's permission model leaves four ways out: signals (a plugin could kill the server, or start its debugger and
 * connect to that), databases (SQLite opens any file), the machine's sockets, and V8's flags (some name a file that V8
 * then writes, wherever it is). This code closes them before any of the plugin's code runs.
 *
 * Sockets are closed at the native handles: whatever a plugin passes to Node's own functions, or changes about them, and
 * however it comes by a handle, these see only plain values. They return an error code, as a system that refuses does.
 *
 * A killed server can't notify its plugins, so the plugin also exits when its parent process has changed.
 */
const code = `
import { ChildProcess } from 'node:child_process'
import dgram from 'node:dgram'
import fs from 'node:fs'
import module, { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getSystemErrorMap } from 'node:util'
import v8 from 'node:v8'
const { apply } = Reflect
const deny = () => { throw Object.assign(new Error('Plugins aren’t allowed to do this.'), { code: 'ERR_ACCESS_DENIED' }) }
const set = (of, name, value) => Object.defineProperty(of, name, { value, writable: false, configurable: false, enumerable: true })
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding', 'dlopen', 'execve']) set(process, name, deny)
// A new title would replace the command line, by which plugins are found whose server is gone.
Object.defineProperty(process, 'title', { get: () => 'node', set() {}, configurable: false })
set(os, 'setPriority', deny)
set(v8, 'setFlagsFromString', deny)
${HIDE_PATHS}

const [refusal] = [...getSystemErrorMap()].find(([, [name]]) => name === 'EACCES')
const close = ({ handle }, isAllowed) => {
  const methods = Object.getPrototypeOf(handle)
  for (const [name, mayCall = () => false] of Object.entries(isAllowed)) {
    const own = methods[name]
    const closed = function (...given) { return mayCall(given[0], given[1]) ? apply(own, this, given) : refusal }
    // Node itself assigns bind6 to bind.
    Object.defineProperty(methods, name, {
      get: () => closed,
      set(value) { Object.defineProperty(this, name, { value }) },
    })
  }
  handle.close()
}
const child = { file: 'none', stdio: 'pipe' }
try { new ChildProcess().spawn(child) } catch {}
const isStandardStream = (fd) => fd === 0 || fd === 1 || fd === 2
close(child.stdio[0], { bind: undefined, listen: undefined, connect: undefined, open: isStandardStream, fchmod: undefined })
const socket = new net.Socket().on('error', () => {})
socket.connect({ port: 1, host: 'nowhere', lookup() {} })
close({ handle: socket._handle }, { listen: undefined, open: undefined })
const datagrams = dgram.createSocket('udp4')
const state = Object.getOwnPropertySymbols(datagrams).find((each) => each.description === 'state symbol')
const isAnyPort = (_, port) => port === 0
close(datagrams[state], { bind: isAnyPort, bind6: isAnyPort, open: undefined })

syncBuiltinESMExports()
const exit = process.exit.bind(process)
setInterval(() => process.ppid === ${process.pid} || exit(1), 2000).unref()
//${startedBy(process.pid)}`

/** To be given to Node with `--import`. */
export const SANDBOX_LOCK = `data:text/javascript,${encodeURIComponent(code)}`

/** Part of a plugin's command line, so that plugins whose server is gone can be found. */
export function startedBy(pid: number | string): string {
  return `started-by-${pid}-`
}
