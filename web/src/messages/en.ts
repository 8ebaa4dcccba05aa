import { admin } from './en/admin.ts'
import { annotations } from './en/annotations.ts'
import { browse } from './en/browse.ts'
import { comic } from './en/comic.ts'
import { common } from './en/common.ts'
import { imports } from './en/imports.ts'
import { items } from './en/items.ts'
import { kobo } from './en/kobo.ts'
import { matching } from './en/matching.ts'
import { pdf } from './en/pdf.ts'
import { plugins } from './en/plugins.ts'
import { reader } from './en/reader.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { start } from './en/start.ts'

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
} as const
