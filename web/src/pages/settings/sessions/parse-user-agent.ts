/** Order matters: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const apps: [name: string, sign: RegExp][] = [
  ['KOReader', /KOReader/i],
  ['Komelia', /Komelia/i],
  ['Mihon', /Mihon|Tachiyomi/i],
  ['Panels', /Panels/],
  ['Paperback', /Paperback/],
  ['Thorium', /Thorium/i],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

/** iPhones say "like Mac OS X", Android says Linux. */
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]

export interface ParsedUserAgent {
  app: string | undefined
  system: string | undefined
}

/** What a user agent says of the program and the machine, as far as people know them by name. */
export function parseUserAgent(userAgent: string): ParsedUserAgent {
  const find = (table: typeof apps) => table.find(([, sign]) => sign.test(userAgent))?.[0]
  // Apps nobody listed begin with their own name.
  const [, own] = /^([\p{L}][\p{L}\d .-]{1,40})\//u.exec(userAgent) ?? []
  return { app: find(apps) ?? (own === 'Mozilla' ? undefined : own), system: find(systems) }
}
