import { Cron } from 'croner'
import { isFromWrongClock } from '../store/clock-tolerance.ts'
import type { Db } from '../store/open.ts'
import { claimScheduleTick } from '../store/task/claim-schedule-tick.ts'

export interface Schedule {
  /** Unique; also identifies the last run in the database. */
  name: string
  /** Five, six (with seconds) or seven fields. */
  cron: string
  /** IANA name; the server's time zone by default. */
  timeZone?: string
  /** `due`: the scheduled time; a timer may fire slightly before it. */
  run(due: number): Promise<unknown>
}

/**
 * Runs due schedules. Every worker has the same ones, and the database assigns each tick to exactly one worker: the one
 * that moves the schedule's last run forward. So no leader is needed, and a worker that dies leaves no gap.
 */
export class Scheduler {
  readonly #db: Db
  readonly #onError: (error: unknown) => void
  readonly #jobs = new Map<string, { cron: Cron; key: string }>()

  readonly #ticking = new Set<Promise<void>>()

  constructor(db: Db, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Replaces all schedules; those that haven't changed keep their timer. */
  set(schedules: readonly Schedule[]): void {
    const wanted = new Map(schedules.map((schedule) => [schedule.name, schedule]))
    for (const [name, job] of this.#jobs) {
      const schedule = wanted.get(name)
      if (schedule && keyOf(schedule) === job.key) wanted.delete(name)
      else {
        job.cron.stop()
        this.#jobs.delete(name)
      }
    }
    for (const schedule of wanted.values()) {
      const options = { timezone: schedule.timeZone, unref: true, catch: this.#onError }
      const cron = new Cron(schedule.cron, options, (self: Cron) => this.#tick(schedule, self))
      this.#jobs.set(schedule.name, { cron, key: keyOf(schedule) })
    }
  }

  /** The time of the next run among the matching schedules. */
  nextOf(isWanted: (name: string) => boolean): number | undefined {
    const times = [...this.#jobs].flatMap(([name, { cron }]) =>
      isWanted(name) ? (cron.nextRun()?.getTime() ?? []) : [],
    )
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Prevents further ticks, and waits for those that have started. */
  async stop(): Promise<void> {
    this.set([])
    await Promise.all(this.#ticking)
  }

  async #tick(schedule: Schedule, cron: Cron): Promise<void> {
    const ticking = this.#runIfMine(schedule, cron)
    const over = ticking.catch(() => {})
    this.#ticking.add(over)
    try {
      await ticking
    } finally {
      this.#ticking.delete(over)
    }
  }

  async #runIfMine(schedule: Schedule, cron: Cron): Promise<void> {
    // The scheduled time, not the current one: a worker that is late, or whose clock is, claims the same tick as the
    // others.
    const now = Date.now()
    const due = lastRun(cron, now + EARLY_MS)
    const isMine = due !== undefined && (await this.#db.transaction((tx) => claimScheduleTick(tx, schedule.name, due)))
    if (isMine) await schedule.run(due)
  }
}

/** What is wrong with an expression or time zone; undefined if both are valid. */
export function cronFault(cron: string, timeZone?: string): string | undefined {
  const fields = cron.trim().split(/\s+/).length
  if (fields < 5 || fields > 7) return 'must have five, six or seven fields'
  try {
    const parsed = new Cron(cron, { timezone: timeZone, paused: true })
    return parsed.nextRun() ? undefined : 'never runs'
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
  }
}

/** When it last came due, up to `now`. An invalid expression never does. */
export function lastDueTime(cron: string, now: number): number | undefined {
  return cronFault(cron) ? undefined : lastRun(new Cron(cron, { paused: true }), now)
}

/**
 * Whether it came due since the latest of these stored times. What ran in the minute before it was due has run: timers
 * fire early, and the clocks of servers differ.
 */
export function isCronDue(cron: string, ranAt: readonly (number | null)[], now: number): boolean {
  const due = lastDueTime(cron, now)
  const since = Math.max(0, ...ranAt.filter((at) => at !== null && !isFromWrongClock(at, now)).map(Number))
  return due !== undefined && due > since + CLOCKS_DIFFER_MS
}

/** The latest run at or before this time. */
function lastRun(cron: Cron, until: number): number | undefined {
  const runs = cron.previousRuns(2, new Date(until + 1000)).map((one) => one.getTime())
  return runs.find((at) => at <= until)
}

const keyOf = (schedule: Schedule) => `${schedule.cron} ${schedule.timeZone ?? ''}`
/** A timer may fire slightly early. */
const EARLY_MS = 500
const CLOCKS_DIFFER_MS = 60_000
