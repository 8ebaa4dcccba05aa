import { t } from '../messages/t.ts'
import css from './select-checkbox.module.css'

export type ItemSelectionState = { selected: boolean; active: boolean; toggle: (range: boolean) => void }

/** Selects one item; with Shift, everything since the last selected one. */
export function SelectCheckbox({
  title,
  selection,
  className,
}: {
  title: string
  selection: ItemSelectionState
  className?: string
}) {
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
