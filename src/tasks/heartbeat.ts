import type { Db } from '../store/open.ts'
import { recordHeartbeat, requeueLostTasks, requeueTask } from '../store/task/running-tasks.ts'

export interface HeartbeatOptions {
  db: Db
  worker: string
  everyMs: number
  /** No other process can be running tasks of this database. */
  isOnlyWorker: boolean
  /** A claim is in progress: the database may list tasks this worker doesn't know yet. */
  isClaiming(): boolean
  running(): ReadonlySet<number>
  cancel(taskId: number): void
  /** Called when another worker has taken over the task. */
  letGo(taskId: number): void
}

/** Tells other workers that this one is alive, and reconciles the database with the tasks it actually runs. */
export class Heartbeat {
  readonly #beating: HeartbeatOptions
  /**
   * Tasks that only one side knew at the last beat. A task may be in transit for a moment, so they are compared again.
   */
  #onlyThere = new Set<number>()
  #onlyHere = new Set<number>()
  #unbrokenSince = 0
  #last = Date.now()

  constructor(beating: HeartbeatOptions) {
    this.#beating = beating
  }

  async beat(): Promise<void> {
    const { db, worker, isOnlyWorker, everyMs } = this.#beating
    const now = Date.now()
    const mine = await recordHeartbeat(db, worker)
    // The database was unavailable, or this machine asleep: the other workers couldn't record their heartbeats either.
    if (now - this.#last > SILENT_BEATS * everyMs * 0.5) this.#unbrokenSince = now
    this.#last = now
    for (const { id, isUnwanted } of mine) if (isUnwanted) this.#beating.cancel(id)
    await this.#compare(new Set(mine.map(({ id }) => id)))
    const silentMs = SILENT_BEATS * everyMs
    if (!isOnlyWorker && now - this.#unbrokenSince >= silentMs) await requeueLostTasks(db, silentMs)
  }

  async #compare(there: ReadonlySet<number>): Promise<void> {
    const { db, worker, isClaiming, running, letGo } = this.#beating
    if (isClaiming()) return
    const here = running()
    const onlyThere = new Set([...there].filter((id) => !here.has(id)))
    const onlyHere = new Set([...here].filter((id) => !there.has(id)))
    for (const id of onlyHere) if (this.#onlyHere.has(id)) letGo(id)
    // Claimed, but the response got lost; or done, but the result couldn't be written.
    const strays = [...onlyThere].filter((id) => this.#onlyThere.has(id))
    this.#onlyHere = onlyHere
    this.#onlyThere = onlyThere
    for (const id of strays)
      await db.transaction((tx) => requeueTask(tx, id, { runAfter: 0, uncounted: true, by: worker }))
  }
}

const SILENT_BEATS = 6
