import { visibleText } from '../../formats/values/visible-text.ts'

/** Text as it is stored: line ends are `\n`, trimmed, without invisible characters; null if empty. */
export function normaliseText(text: string | null | undefined): string | null {
  return (text && visibleText(text.toWellFormed().replace(/\r\n?/g, '\n')).trim()) || null
}

/** The same for names and titles, which are one line. */
export function normaliseLine(text: string | null | undefined): string | null {
  return normaliseText(text)?.replace(/\s+/gu, ' ') ?? null
}

/** Distinct lines in their original order, without empty ones; null if none is left. */
export function normaliseLines(lines: readonly string[] | null | undefined): string[] | null {
  const seen = new Map<string, string>()
  for (const line of lines ?? []) {
    const clean = normaliseLine(line)
    if (clean && !seen.has(clean.toLowerCase())) seen.set(clean.toLowerCase(), clean)
  }
  return seen.size > 0 ? [...seen.values()] : null
}
