import common from './en/common.json' with { type: 'json' }
import first from './en/first.json' with { type: 'json' }

/**
 * What a first page may say: sign-in, home, a series, a book. `other-pages-english.ts` and `settings-english.ts` hold the rest; the
 * server says the reasons in English itself.
 */
export const firstPagesEnglish = { ...common, ...first }
