interface Chapter {
  /** The beginning of an address of the interface. */
  path: string
  help: string
}

/** The page of the documentation on each page of the interface. Those of the settings have links of their own. */
const chapters: readonly Chapter[] = [
  { path: '/libraries', help: 'guide/finding.html#covers-and-lists' },
  { path: '/browse', help: 'guide/finding.html#covers-and-lists' },
  { path: '/search', help: 'guide/finding.html#search' },
  { path: '/series', help: 'guide/reading.html' },
  { path: '/books', help: 'guide/reading.html' },
  { path: '/collections', help: 'guide/reading.html#lists' },
  { path: '/read-lists', help: 'guide/reading.html#lists' },
  { path: '/want-to-read', help: 'guide/reading.html#lists' },
  { path: '/downloads', help: 'guide/reading.html#read-offline' },
  { path: '/notebook', help: 'guide/reading.html#highlights-and-notes' },
  { path: '/releases', help: 'plugins.html#new-releases' },
  { path: '/recommendations', help: 'plugins.html#connections-sync-and-recommendations' },
]
const home: Chapter = { path: '/', help: 'guide/finding.html#your-home-page' }
const overview: Chapter = { path: '', help: 'index.html' }

export function helpChapterFor(path: string): string {
  if (path === home.path) return home.help
  return (chapters.find((chapter) => `${path}/`.startsWith(`${chapter.path}/`)) ?? overview).help
}
