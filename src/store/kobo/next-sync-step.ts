import type { KoboDeviceRow } from './devices.ts'

/** A sync that was interrupted this long ago is restarted. */
const SESSION_MS = 10 * 60 * 1000

/** How a device handles the tokens of a sync with several pages. */
export const deviceTokenHabits = { unknown: 0, follows: 1, pins: 2 } as const

export interface SyncStep {
  /** The next page of the current sync; otherwise a new one starts. */
  continues: boolean
  /** Pages after the first and before the second number are sent again; they didn't arrive. */
  lost: readonly [after: number, before: number][]
  habit: number
  arrived: number
}

/** How often a page without proof of arrival is sent again: limited, so that no device gets into a loop. */
const MAX_REPEATS = { knownToken: 5, firstPage: 3, otherwise: 1 }

/**
 * Decides what a request gets. Devices send the token of the page they received last. Some firmware repeats the token
 * of the sync's start until its last page, so the position in a running sync is stored here, and the habit is learnt:
 *
 *   running, token of the newest page       → the next page; everything arrived
 *   running, token of the sync's start      → if the device follows: all pages since are lost
 *                                             otherwise the next page
 *   running, token of a page in between     → it follows after all: the pages before and since are lost
 *   new, token of the newest page           → everything arrived
 *   an older token of ours                  → if the device follows: all pages since are lost
 *                                             otherwise the newest page is
 *   no token of ours                        → the newest page may be lost: sent again, a few times at most
 */
export function nextSyncStep(
  device: Pick<
    KoboDeviceRow,
    'page' | 'session_page' | 'is_open' | 'is_store_open' | 'repeats' | 'paged_at' | 'arrived_page' | 'token_habit'
  >,
  token: number | undefined,
  now: number,
): SyncStep {
  const { page, session_page: began, token_habit: habit } = device
  const known = token !== undefined && token <= page ? token : undefined
  const arrived = Math.max(device.arrived_page, known ?? 0)
  // Our own pages may be finished while the store's are not: it is the same sync.
  const isOpen = device.is_open === 1 || device.is_store_open === 1
  const isRunning = isOpen && now - device.paged_at < SESSION_MS
  if (isRunning && habit !== deviceTokenHabits.follows && known !== undefined && known > began) {
    // It follows after all: requests with the first token were retries, and the responses before them were lost.
    const lost: SyncStep['lost'] = [
      [began, known],
      [known, page + 1],
    ]
    return { continues: known === page, lost, habit: deviceTokenHabits.follows, arrived }
  }
  const follows = habit === deviceTokenHabits.follows
  const isFirstToken = token === undefined || token === began
  if (isRunning && (known === page || (isFirstToken && !follows))) return { continues: true, lost: [], habit, arrived }

  if (known === page) {
    const pins = habit === deviceTokenHabits.unknown && page - began > 1
    return { continues: false, lost: [], habit: pins ? deviceTokenHabits.pins : habit, arrived }
  }
  const after = Math.max(follows ? (known ?? (isRunning ? began : page - 1)) : page - 1, arrived)
  const isCertain = known !== undefined || (follows && isRunning)
  const max = isCertain ? MAX_REPEATS.knownToken : arrived === 0 ? MAX_REPEATS.firstPage : MAX_REPEATS.otherwise
  if (after >= page) return { continues: false, lost: [], habit, arrived }
  if (device.repeats >= max) return { continues: false, lost: [], habit: deviceTokenHabits.unknown, arrived }
  return { continues: false, lost: [[after, page + 1]], habit, arrived }
}
