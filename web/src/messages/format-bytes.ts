import { currentLanguage } from './t.ts'

export function bytesText(size: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const power = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3))
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(size / 1000 ** power)
}
