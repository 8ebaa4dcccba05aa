import { open } from 'node:fs/promises'
import { logFilePaths } from './rotating-log-file.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LogLine {
  time: number
  level: LogLevel
  message: string
  details: Record<string, unknown>
}

export interface LogFilter {
  level: LogLevel
  limit: number
  /** Only later lines; a cursor from an earlier response. */
  after?: string
}

/** The most that is read of a file at a time; more would not be read by a person. */
const max = 1024 * 1024

/** The last lines of the log, oldest first, and the cursor to continue from. */
export async function readServerLog(dataDir: string, filter: LogFilter): Promise<{ lines: LogLine[]; cursor: string }> {
  const { current, before } = logFilePaths(dataDir)
  const [ino = '', from = 0] = filter.after?.split('.') ?? []
  const now = await readTail(current, ino, Number(from))
  const lines = now.text.split('\n')
  if (now.ino !== ino) lines.unshift(...(await readTail(before, ino, Number(from))).text.split('\n'))
  const lowest = logLevels.indexOf(filter.level)
  const wanted = lines.map(parseLine).filter((line) => line && logLevels.indexOf(line.level) >= lowest) as LogLine[]
  return { lines: wanted.slice(-filter.limit), cursor: `${now.ino}.${now.end}` }
}

/** Complete lines from the end of a file, or from the given position if it is the same file. */
async function readTail(path: string, ino: string, from: number): Promise<{ text: string; ino: string; end: number }> {
  const file = await open(path).catch(() => undefined)
  if (!file) return { text: '', ino: '', end: 0 }
  try {
    const found = await file.stat()
    const known = String(found.ino)
    const start = Math.max(known === ino ? Math.min(from, found.size) : 0, found.size - max)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(found.size - start), 0, found.size - start, start)
    const whole = buffer.subarray(0, buffer.lastIndexOf(10, bytesRead - 1) + 1)
    return { text: whole.toString('utf8'), ino: known, end: start + whole.length }
  } finally {
    await file.close()
  }
}

function parseLine(text: string): LogLine | undefined {
  try {
    const { level, time, msg, pid: _pid, hostname: _host, ...details } = JSON.parse(text) as Record<string, unknown>
    const name = logLevels[Math.floor(Number(level) / 10) - 1]
    return name && { time: Number(time), level: name, message: String(msg ?? ''), details }
  } catch {
    // The first line may be cut off.
    return undefined
  }
}
