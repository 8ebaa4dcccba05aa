import { expect, it } from 'vitest'
import type { ClaimedTask } from '../store/task/claim.ts'
import { defineTask, doWork, type TaskContext } from './define.ts'
import { doWorkLater } from './late.ts'

const sweep = defineTask({ type: 'sweep', priority: 1, key: () => 'sweep' })
const [task, context] = [{ params: {} } as ClaimedTask, {} as TaskContext]

it('loads the work with the first task and only once', async () => {
  let loads = 0
  const works = doWorkLater([[sweep, 'other']], async () => {
    loads++
    return [doWork(sweep, 'other', async () => 'swept')]
  })
  expect(loads).toBe(0)
  expect(await Promise.all([works[0]!.run(task, context), works[0]!.run(task, context)])).toEqual(['swept', 'swept'])
  expect(loads).toBe(1)
})

it('tries again to load what could not be loaded', async () => {
  let loads = 0
  const works = doWorkLater([[sweep, 'other']], async () => {
    if (loads++ === 0) throw new Error('the disk is slow')
    return [doWork(sweep, 'other', async () => 'swept')]
  })
  await expect(works[0]!.run(task, context)).rejects.toThrow('slow')
  expect(await works[0]!.run(task, context)).toBe('swept')
})

it('says so when what was promised is not there', async () => {
  const works = doWorkLater([[sweep, 'scan']], async () => [doWork(sweep, 'other', async () => 'swept')])
  await expect(works[0]!.run(task, context)).rejects.toThrow('nobody does "sweep" in the lane "scan"')
})
