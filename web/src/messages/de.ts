import { admin } from './de/admin.ts'
import { annotations } from './de/annotations.ts'
import { browse } from './de/browse.ts'
import { comic } from './de/comic.ts'
import { common } from './de/common.ts'
import { imports } from './de/imports.ts'
import { items } from './de/items.ts'
import { kobo } from './de/kobo.ts'
import { matching } from './de/matching.ts'
import { pdf } from './de/pdf.ts'
import { plugins } from './de/plugins.ts'
import { reader } from './de/reader.ts'
import { reasons } from './de/reasons.ts'
import { security } from './de/security.ts'
import { settings } from './de/settings.ts'
import { start } from './de/start.ts'
import type { Catalogue } from './translation.ts'

export const de: Catalogue = {
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
