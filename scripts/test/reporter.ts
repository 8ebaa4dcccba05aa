import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import type { ResultLine } from './results.ts'

declare module 'vitest' {
  export interface TaskMeta {
    /** What this machine lacks, so that the test is skipped. */
    lacks?: string
  }
}

/** Writes each result as soon as it is known: an interrupted run still has a count. */
export default class ResultsReporter implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) write({ kind: 'queued', file: moduleId })
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    const { state } = result
    if (state === 'pending') return
    const note = result.state === 'skipped' ? result.note : undefined
    const why = state === 'skipped' ? (note ?? reasonOf(test)) : undefined
    write({ kind: 'test', file: test.module.moduleId, name: test.fullName, state, why })
  }

  onTestModuleEnd(module: TestModule): void {
    const hasFailedTest = [...module.children.allTests('failed')].length > 0
    // A file that can't be loaded, or whose hook failed, has no failed test, but it failed.
    write({ kind: 'ended', file: module.moduleId, isBroken: module.state() === 'failed' && !hasFailedTest })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly object[]): void {
    // Most contain the file that was running, so that it counts as failed and may be repeated.
    const files = errors.flatMap((error) => ('VITEST_TEST_PATH' in error ? [String(error.VITEST_TEST_PATH)] : []))
    for (const file of files) write({ kind: 'stray', file })
    write({ kind: 'finished', unhandledErrors: errors.length - files.length })
  }
}

function reasonOf(test: TestCase): string | undefined {
  for (let task: TestCase | TestCase['parent'] = test; ; task = task.parent) {
    const { lacks } = task.meta()
    if (lacks) return lacks
    if (task.type === 'module') break
  }
  if (test.project.name === 'journey') return process.env.TEST_LACKS_BROWSER
  return /\bon postgres\b/.test(test.fullName) ? process.env.TEST_LACKS_POSTGRES : undefined
}

function write(line: ResultLine): void {
  if (process.env.TEST_RESULTS) appendFileSync(process.env.TEST_RESULTS, `${JSON.stringify(line)}\n`)
}
