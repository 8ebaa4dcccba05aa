import type { ReactNode } from 'react'
import { numberText } from '../../../messages/t.ts'
import css from './key-figures.module.css'

export function KeyFigures({ children }: { children: ReactNode }) {
  return <dl className={css.figures}>{children}</dl>
}

/** A large number, as the main content of a page. */
export function KeyFigure({ label, value, bad }: { label: string; value: number | undefined; bad?: boolean }) {
  const text = value === undefined ? '–' : numberText(value)
  return (
    <div className={css.figure} data-bad={bad || undefined} data-long={text.length > MOST_IN_A_COLUMN || undefined}>
      <dt>{label}</dt>
      <dd className="work num">{text}</dd>
    </div>
  )
}

/** “9,999”: a column is no wider. */
const MOST_IN_A_COLUMN = 5
