import admin from './en/admin.json' with { type: 'json' }
import connections from './en/connections.json' with { type: 'json' }
import imports from './en/imports.json' with { type: 'json' }
import kobo from './en/kobo.json' with { type: 'json' }
import security from './en/security.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }

/**
 * A third of all words, which few visits need. The pages of settings and of a new library add them before they are drawn; a
 * test holds everybody else to the words of `first-pages-english.ts`.
 */
export const settingsEnglish = { ...admin, ...connections, ...imports, ...kobo, ...security, ...settings }
