import { t } from '../messages/t.ts'
import type { Selection } from './card.tsx'
import css from './tick.module.css'

/** Chooses one; with Shift everything since the last one chosen. */
export function Tick({ title, selection, className }: { title: string; selection: Selection; className?: string }) {
  return (
    <input
      type="checkbox"
      className={`${css.tick} ${className ?? ''}`}
      aria-label={t('cover.select', { title })}
      checked={selection.selected}
      readOnly
      onClick={(event) => selection.toggle(event.shiftKey)}
    />
  )
}
