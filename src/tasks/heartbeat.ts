import type { Db } from '../store/open.ts'
import { recordHeartbeat, requeueLostTasks, requeueTask } from '../store/task/running-tasks.ts'

export interface HeartbeatOptions {
  db: Db
  worker: string
  everyMs: number
  /** No other process can be running tasks of this database. */
  isOnlyWorker: boolean
  /** Is about to have more tasks than it knows of. */
  isClaiming(): boolean
  running(): ReadonlySet<number>
  cancel(taskId: number): void
  /** Another worker has it by now. */
  letGo(taskId: number): void
}

/** Tells the others that this worker lives, and sees to it that the database and the worker agree on what it does. */
export class Heartbeat {
  readonly #beating: HeartbeatOptions
  /** What only one of both knew the last time. A task is on its way between them for a moment; then it is asked again. */
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
    // The database was away, or this machine asleep: the others could not tell that they live either.
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
    // Taken, but the answer got lost; or done, but that could not be written down.
    const strays = [...onlyThere].filter((id) => this.#onlyThere.has(id))
    this.#onlyHere = onlyHere
    this.#onlyThere = onlyThere
    for (const id of strays)
      await db.transaction((tx) => requeueTask(tx, id, { runAfter: 0, uncounted: true, by: worker }))
  }
}

const SILENT_BEATS = 6
