import { parseFileName } from './parse-file-name.ts'

/** The differences between the parsed name and a row "file | series | volume | number | year". */
export function differencesInRow(row: string): string[] {
  const [name = '', ...expected] = row.split(' | ')
  const folders = name.split('/')
  const facts = parseFileName(folders.pop()!, { folders })
  const [series, volume, number, year] = expected
  const repeatsVolume = number === '-' && (facts.number === facts.volume || facts.special)
  const repeatsYear = volume === '-' && facts.volume === String(facts.year)
  const got = [
    facts.series,
    repeatsYear ? '-' : (facts.volume ?? '-'),
    repeatsVolume ? '-' : (facts.number ?? '-'),
    String(facts.year ?? '-'),
  ]
  return got.join(' | ') === [series, volume, number, year].join(' | ') ? [] : [`${name}: ${got.join(' | ')}`]
}
