export const expiries = ['never', 'month', 'quarter', 'year', 'date'] as const
export type Expiry = (typeof expiries)[number]

const days: Record<Exclude<Expiry, 'never' | 'date'>, number> = { month: 30, quarter: 90, year: 365 }

/** When a key expires; null for never. A date means the end of that day in the user's time zone. */
export function expiresAt(expiry: Expiry, date: string, now = Date.now()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return date ? new Date(`${date}T23:59:59`).toISOString() : null
  return new Date(now + days[expiry] * 86_400_000).toISOString()
}
