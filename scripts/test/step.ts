import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { endProcessesOf } from './leftovers.ts'
import { isFinished } from './results.ts'

const minute = 60_000
/** Longer than one test, its hooks and its retry may take. */
const STUCK_MS = 15 * minute
/** Between the last result and the end of the process. */
const FAREWELL_MS = 45_000

export interface StepOptions {
  /** The TMPDIR of all processes it starts, by which they are found again. */
  folder: string
  env: Record<string, string | undefined>
  /** The deadline of the whole command, in milliseconds since 1970. */
  deadline: number
  /** The file to which results are written as they arrive. */
  results?: string
}

export interface StepEnd {
  code: number
  /** Why it was ended. */
  cut?: string
}

let running: ChildProcess | undefined

/** Runs a command of node_modules in its own process group, and leaves no process behind. */
export async function runStep(command: string, args: readonly string[], options: StepOptions): Promise<StepEnd> {
  const { folder, env, deadline, results } = options
  const bin = resolve(import.meta.dirname, '../../node_modules/.bin')
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, TMPDIR: folder, PATH: `${bin}${delimiter}${env.PATH ?? ''}` },
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  })
  running = child
  const end: StepEnd = { code: 1 }
  const watch = setInterval(() => {
    end.cut ??= whyCut(deadline, results)
    if (end.cut) endRunningStep()
  }, 1000)
  await new Promise<void>((done) => {
    child.once('error', (error) => {
      end.cut = `${command} did not start: ${error.message}`
      done()
    })
    child.once('exit', (code) => {
      end.code = code ?? 1
      done()
    })
  })
  clearInterval(watch)
  // Any process that a test has left running would keep the terminal, a port or a folder.
  endRunningStep()
  running = undefined
  const left = await endProcessesOf(folder)
  if (left > 0 && !end.cut) console.log(`${left} processes that tests had left running were ended.`)
  // All results are available: only the process ended late.
  if (end.cut === LATE && results) end.code = 0
  return end
}

/** At once, with all its child processes. */
export function endRunningStep(): void {
  if (running?.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? running.pid : -running.pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

const LATE = 'the tests were done, but their process did not end'

function whyCut(deadline: number, results: string | undefined): string | undefined {
  if (Date.now() > deadline) return 'the whole command may not take longer (TEST_DEADLINE_MINUTES)'
  if (!results) return undefined
  const quietMs = Date.now() - lastChange(results)
  if (quietMs > STUCK_MS) return `no test ended in ${STUCK_MS / minute} minutes`
  return quietMs > FAREWELL_MS && isFinished(results) ? LATE : undefined
}

function lastChange(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return Date.now()
  }
}
