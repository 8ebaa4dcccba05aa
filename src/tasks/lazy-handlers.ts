import type { TaskHandler, TaskKind, TaskLane } from './task-kind.ts'

/** Handlers whose code is loaded with their first task: an idle worker needs hardly any of it. */
export function loadHandlersLazily(
  kinds: readonly (readonly [kind: { readonly type: string }, lane: TaskLane])[],
  load: () => Promise<readonly TaskHandler[]>,
): TaskHandler[] {
  let loading: Promise<readonly TaskHandler[]> | undefined
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const find = async (type: string, lane: TaskLane) => {
    const work = (await loaded()).find((one) => one.kind.type === type && one.lane === lane)
    if (!work) throw new Error(`nobody does "${type}" in the lane "${lane}"`)
    return work
  }
  return kinds.map(([kind, lane]) => ({
    kind: kind as TaskKind,
    lane,
    run: async (task, context) => (await find(kind.type, lane)).run(task, context),
    giveUp: async (task, ending, error) => (await find(kind.type, lane)).giveUp?.(task, ending, error),
  }))
}
