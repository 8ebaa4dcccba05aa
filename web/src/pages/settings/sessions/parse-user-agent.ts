/** Order matters: Edge's and Opera's user agents contain "Chrome", and Chrome's contains "Safari". */
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

/** Order matters: iPhones send "like Mac OS X", Android sends "Linux". */
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

/** The app and the system in a user agent, if they are known by name. */
export function parseUserAgent(userAgent: string): ParsedUserAgent {
  const find = (table: typeof apps) => table.find(([, sign]) => sign.test(userAgent))?.[0]
  // Unlisted apps usually start with their own name.
  const [, own] = /^([\p{L}][\p{L}\d .-]{1,40})\//u.exec(userAgent) ?? []
  return { app: find(apps) ?? (own === 'Mozilla' ? undefined : own), system: find(systems) }
}
