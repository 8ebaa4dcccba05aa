import type { ReactNode } from 'react'
import { currentLanguage } from '../../../messages/t.ts'
import css from './key-figures.module.css'

export function KeyFigures({ children }: { children: ReactNode }) {
  return <dl className={css.figures}>{children}</dl>
}

/** A large number, as the main content of a page. */
export function KeyFigure({ label, value, bad }: { label: string; value: number | undefined; bad?: boolean }) {
  return (
    <div className={css.figure} data-bad={bad || undefined}>
      <dt>{label}</dt>
      <dd className="work num">{value?.toLocaleString(currentLanguage()) ?? '–'}</dd>
    </div>
  )
}
