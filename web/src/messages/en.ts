import browse from './en/browse.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import items from './en/items.json' with { type: 'json' }
import start from './en/start.json' with { type: 'json' }

/**
 * What the first page may need. `page-english.ts` and `settings-english.ts` hold the rest; the server says the reasons in
 * English itself.
 */
export const en = { ...common, ...start, ...browse, ...items }
