import { formatDay } from '../../present/format-time.ts'

/** Ids are sent without hyphens; they are accepted with or without. */
export const komgaIdOf = (uid: string): string => uid.replaceAll('-', '')

/** Whole seconds, always UTC. Our own code, because every list has hundreds of them. */
export function formatKomgaTime(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const day = Math.floor(seconds / 86_400)
  const rest = seconds - day * 86_400
  return `${formatDay(day)}T${TWO[Math.floor(rest / 3600)]}:${TWO[Math.floor(rest / 60) % 60]}:${TWO[rest % 60]}Z`
}

const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** 20040501 → 2004-05-01. Unknown parts of a date become 1. */
export function formatKomgaDate(digits: number | null): string | null {
  if (digits === null) return null
  const [year, month, date] = [Math.floor(digits / 10_000), Math.floor(digits / 100) % 100, digits % 100]
  const two = (part: number) => String(Math.max(1, part)).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** In binary units, with one decimal. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const step = Math.min(UNITS.length, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toFixed(1)} ${UNITS[step - 1]}`
}
