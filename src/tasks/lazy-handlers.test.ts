import { expect, it } from 'vitest'
import type { ClaimedTask } from '../store/task/claim.ts'
import { loadHandlersLazily } from './lazy-handlers.ts'
import { defineTask, type TaskContext, taskHandler } from './task-kind.ts'

const sweep = defineTask({ type: 'sweep', priority: 1, key: () => 'sweep' })
const [task, context] = [{ params: {} } as ClaimedTask, {} as TaskContext]

it('loads the handlers with the first task and only once', async () => {
  let loads = 0
  const handlers = loadHandlersLazily([[sweep, 'other']], async () => {
    loads++
    return [taskHandler(sweep, 'other', async () => 'swept')]
  })
  expect(loads).toBe(0)
  expect(await Promise.all([handlers[0]!.run(task, context), handlers[0]!.run(task, context)])).toEqual([
    'swept',
    'swept',
  ])
  expect(loads).toBe(1)
})

it('retries loading after a failure', async () => {
  let loads = 0
  const handlers = loadHandlersLazily([[sweep, 'other']], async () => {
    if (loads++ === 0) throw new Error('the disk is slow')
    return [taskHandler(sweep, 'other', async () => 'swept')]
  })
  await expect(handlers[0]!.run(task, context)).rejects.toThrow('slow')
  expect(await handlers[0]!.run(task, context)).toBe('swept')
})

it('reports a declared handler that is missing', async () => {
  const handlers = loadHandlersLazily([[sweep, 'scan']], async () => [taskHandler(sweep, 'other', async () => 'swept')])
  await expect(handlers[0]!.run(task, context)).rejects.toThrow('nobody does "sweep" in the lane "scan"')
})
