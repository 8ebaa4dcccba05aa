import { type ReactNode, useState } from 'react'
import { t } from '../messages/t.ts'
import css from './first-names.module.css'

/** So few more than the limit take no more room than the button. */
const SLACK = 4

/** The first of many names, and a button for the others: a file can contain hundreds of tags or characters. */
export function useFirstNames<T>(all: readonly T[], limit: number): { shown: readonly T[]; button: ReactNode } {
  const [open, setOpen] = useState(false)
  const more = all.length - limit
  if (more <= SLACK) return { shown: all, button: null }
  const button = (
    <button type="button" className={css.button} aria-expanded={open} onClick={() => setOpen(!open)}>
      {open ? t('series.lessSummary') : t('names.more', { count: more })}
    </button>
  )
  return { shown: open ? all : all.slice(0, limit), button }
}
