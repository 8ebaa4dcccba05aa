import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { CopyButton } from '../settings/parts/copyable-value.tsx'
import css from './copyable-file-path.module.css'

/** The path of a file with a copy button, and further actions. */
export function CopyableFilePath({ path, children }: { path: string; children?: ReactNode }) {
  return (
    <div className={css.path}>
      <code>{path}</code>
      <CopyButton label={t('book.path')} value={path} />
      {children}
    </div>
  )
}
