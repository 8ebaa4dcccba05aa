import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The lines written by scripts/test/reporter.ts. */
export type ResultLine =
  | { kind: 'queued'; file: string }
  | { kind: 'test'; file: string; name: string; state: 'passed' | 'failed' | 'skipped'; why?: string }
  | { kind: 'ended'; file: string; isBroken: boolean }
  | { kind: 'stray'; file: string }
  | { kind: 'finished'; unhandledErrors: number }

export class Results {
  passed = 0
  /** A line for each: a test, a file that could not be loaded, a file that did not end. */
  readonly failed: string[] = []
  /** The number of skipped tests by reason. */
  readonly skipped = new Map<string, number>()
  /** Files with at least one failure. */
  readonly failedFiles = new Set<string>()

  add(other: Results): void {
    this.passed += other.passed
    this.failed.push(...other.failed)
    for (const file of other.failedFiles) this.failedFiles.add(file)
    for (const [why, count] of other.skipped) this.skip(why, count)
  }

  skip(why: string, count = 1): void {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + count)
  }

  fail(what: string, file?: string): void {
    this.failed.push(what)
    if (file) this.failedFiles.add(file)
  }

  get skippedCount(): number {
    return [...this.skipped.values()].reduce((sum, count) => sum + count, 0)
  }
}

/** Excludes the files that were run again. */
export function readResults(path: string, without: ReadonlySet<string> = new Set()): Results {
  const results = new Results()
  const lines = readLines(path)
  const open = new Set(lines.flatMap((line) => (line.kind === 'queued' ? [line.file] : [])))
  for (const line of lines) if (line.kind === 'ended') open.delete(line.file)
  for (const line of lines) {
    if (line.kind === 'queued' || ('file' in line && without.has(line.file))) continue
    if (line.kind === 'ended') {
      if (line.isBroken) results.fail(`${short(line.file)} (the file itself)`, line.file)
    } else if (line.kind === 'stray') {
      results.fail(`${short(line.file)} (an error outside of any test, shown above)`, line.file)
    } else if (line.kind === 'finished') {
      // If a worker died, its file is reported below.
      const errors = open.size > 0 ? 0 : line.unhandledErrors
      for (let n = 0; n < errors; n++) results.fail('an error outside of any test, shown above')
    } else if (line.state === 'passed') results.passed += 1
    else if (line.state === 'failed') results.fail(`${short(line.file)} > ${line.name}`, line.file)
    else results.skip(line.why ?? 'not for this machine, user or database')
  }
  for (const file of open) if (!without.has(file)) results.fail(`${short(file)} (did not end)`, file)
  return results
}

export function isFinished(path: string): boolean {
  return readLines(path).some((line) => line.kind === 'finished')
}

function readLines(path: string): ResultLine[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    // The run ended before it wrote anything.
  }
  // An incomplete last line of an interrupted run is ignored.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line) => (line ? [JSON.parse(line) as ResultLine] : []))
}

function short(file: string): string {
  return relative(process.cwd(), file)
}
