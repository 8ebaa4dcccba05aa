export const scanFrequencies = ['none', 'hourly', 'daily', 'weekly', 'custom'] as const
export type ScanFrequency = (typeof scanFrequencies)[number]
/** `weekday` 0 is Sunday, as in cron. */
export type ScanSchedule = { frequency: ScanFrequency; time: string; weekday: number; cron: string }

export const noScanSchedule: ScanSchedule = { frequency: 'none', time: '04:00', weekday: 1, cron: '' }

/** Recognises simple schedules; anything else becomes a custom cron expression. */
export function scheduleFromCron(cron: string | null | undefined): ScanSchedule {
  if (!cron) return noScanSchedule
  const [minute = '', hour = '', day, month, weekday = '', ...more] = cron.trim().split(/\s+/)
  const base: ScanSchedule = { ...noScanSchedule, cron }
  if (day !== '*' || month !== '*' || more.length > 0) return { ...base, frequency: 'custom' }
  if (minute === '0' && hour === '*' && weekday === '*') return { ...base, frequency: 'hourly' }
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour)) return { ...base, frequency: 'custom' }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (weekday === '*') return { ...base, frequency: 'daily', time }
  if (/^[0-7]$/.test(weekday)) return { ...base, frequency: 'weekly', time, weekday: Number(weekday) % 7 }
  return { ...base, frequency: 'custom' }
}

export function cronFromSchedule({ frequency, time, weekday, cron }: ScanSchedule): string | null {
  const [hour = 4, minute = 0] = time.split(':').map(Number)
  if (frequency === 'hourly') return '0 * * * *'
  if (frequency === 'daily') return `${minute} ${hour} * * *`
  if (frequency === 'weekly') return `${minute} ${hour} * * ${weekday}`
  return frequency === 'custom' ? cron.trim() || null : null
}
