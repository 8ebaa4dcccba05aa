import { admin } from './ja/admin.ts'
import { annotations } from './ja/annotations.ts'
import { browse } from './ja/browse.ts'
import { comic } from './ja/comic.ts'
import { common } from './ja/common.ts'
import { imports } from './ja/imports.ts'
import { items } from './ja/items.ts'
import { kobo } from './ja/kobo.ts'
import { matching } from './ja/matching.ts'
import { pdf } from './ja/pdf.ts'
import { plugins } from './ja/plugins.ts'
import { reader } from './ja/reader.ts'
import { reasons } from './ja/reasons.ts'
import { security } from './ja/security.ts'
import { settings } from './ja/settings.ts'
import { start } from './ja/start.ts'
import type { Catalogue } from './translation.ts'

export const ja: Catalogue = {
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
  ...reasons,
}
