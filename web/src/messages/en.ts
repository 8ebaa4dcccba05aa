import admin from './en/admin.json' with { type: 'json' }
import annotations from './en/annotations.json' with { type: 'json' }
import browse from './en/browse.json' with { type: 'json' }
import comic from './en/comic.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import imports from './en/imports.json' with { type: 'json' }
import items from './en/items.json' with { type: 'json' }
import kobo from './en/kobo.json' with { type: 'json' }
import matching from './en/matching.json' with { type: 'json' }
import pdf from './en/pdf.json' with { type: 'json' }
import plugins from './en/plugins.json' with { type: 'json' }
import reader from './en/reader.json' with { type: 'json' }
import security from './en/security.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import start from './en/start.json' with { type: 'json' }

/** Without the reasons: the server says them in English itself. */
export const en = {
  ...common,
  ...start,
  ...browse,
  ...items,
  ...reader,
  ...comic,
  ...settings,
  ...kobo,
  ...admin,
  ...plugins,
  ...matching,
  ...annotations,
  ...pdf,
  ...security,
  ...imports,
}
