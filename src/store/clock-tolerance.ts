/** The clocks of servers that share a database differ by less. */
export const CLOCK_TOLERANCE_MS = 86_400_000

/** Stored while the clock was far ahead. If such a time counted, nothing would happen until it is reached. */
export const isFromWrongClock = (at: number, now: number): boolean => at > now + CLOCK_TOLERANCE_MS
