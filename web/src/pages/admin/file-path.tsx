import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { CopyButton } from '../settings/parts/copy-line.tsx'
import css from './file-path.module.css'

/** Where a file lies, to be copied, and what else one can do to it. */
export function FilePath({ path, children }: { path: string; children?: ReactNode }) {
  return (
    <div className={css.path}>
      <code>{path}</code>
      <CopyButton label={t('book.path')} value={path} />
      {children}
    </div>
  )
}
