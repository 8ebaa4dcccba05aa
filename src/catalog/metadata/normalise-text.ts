/** Text as it is stored: line ends are `\n`, trimmed, without unprintable characters; null if empty. */
export function normaliseText(text: string | null | undefined): string | null {
  const clean = text?.toWellFormed().replace(/\r\n?/g, '\n').replace(UNSHOWABLE, '').trim()
  return clean || null
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

/** PostgreSQL refuses NUL in text; the other control characters only spoil a page. Tabs and line ends stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSHOWABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
