import annotations from './en/annotations.json' with { type: 'json' }
import browse from './en/browse.json' with { type: 'json' }
import comic from './en/comic.json' with { type: 'json' }
import items from './en/items.json' with { type: 'json' }
import matching from './en/matching.json' with { type: 'json' }
import pdf from './en/pdf.json' with { type: 'json' }
import people from './en/people.json' with { type: 'json' }
import plugins from './en/plugins.json' with { type: 'json' }
import reader from './en/reader.json' with { type: 'json' }
import shared from './en/shared.json' with { type: 'json' }
import start from './en/start.json' with { type: 'json' }

/**
 * What no first page says (`first-pages-english.ts`). Whatever else is drawn waits for it (`loadPageMessages`); a test holds the first pages to
 * their own words.
 */
export const otherPagesEnglish = {
  ...annotations,
  ...browse,
  ...comic,
  ...items,
  ...matching,
  ...pdf,
  ...people,
  ...plugins,
  ...reader,
  ...shared,
  ...start,
}
