import { expect, it } from 'vitest'
import { ImportReporter } from '../import-report.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'

const silent = () => new Error('Query read timeout')

it('puts a bad row aside, and no other', async () => {
  const state = { report: new ImportReporter() }
  const seen: string[][] = []
  await applyBatchOrEachRow(state, 'progress', ['a', 'bad', 'c'], async (rows) => {
    seen.push([...rows])
    if (rows.includes('bad')) throw new Error('out of range')
  })
  expect(seen).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
})

it('asks a database that did not answer for all rows again', async () => {
  const state = { report: new ImportReporter() }
  const seen: number[] = []
  await applyBatchOrEachRow(state, 'progress', ['a', 'b', 'c'], async (rows) => {
    seen.push(rows.length)
    if (seen.length < 3) throw silent()
  })
  expect(seen).toEqual([3, 3, 3])
})

it('gives up with the run where the database stays away', async () => {
  const state = { report: new ImportReporter() }
  let asked = 0
  const run = applyBatchOrEachRow(state, 'progress', ['a', 'b'], async () => {
    asked += 1
    throw silent()
  })
  await expect(run).rejects.toThrow('Query read timeout')
  expect(asked).toBe(4)
})
