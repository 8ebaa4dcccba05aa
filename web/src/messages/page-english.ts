import annotations from './en/annotations.json' with { type: 'json' }
import comic from './en/comic.json' with { type: 'json' }
import matching from './en/matching.json' with { type: 'json' }
import pdf from './en/pdf.json' with { type: 'json' }
import people from './en/people.json' with { type: 'json' }
import plugins from './en/plugins.json' with { type: 'json' }
import reader from './en/reader.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }

/**
 * What no first page needs. The router adds it with the first page that is loaded by itself; a test holds whatever is
 * drawn before to the words of `en.ts`.
 */
export const pageEnglish = {
  ...annotations,
  ...comic,
  ...matching,
  ...pdf,
  ...people,
  ...plugins,
  ...reader,
  ...settings,
}
