import { admin } from './en/admin.ts'
import { annotations } from './en/annotations.ts'
import { browse } from './en/browse.ts'
import { common } from './en/common.ts'
import { kobo } from './en/kobo.ts'
import { plugins } from './en/plugins.ts'
import { reader } from './en/reader.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { start } from './en/start.ts'
import { works } from './en/works.ts'

export const en = {
  ...common,
  ...start,
  ...browse,
  ...works,
  ...reader,
  ...settings,
  ...kobo,
  ...admin,
  ...plugins,
  ...annotations,
  ...security,
} as const
