import type { Book, Series } from '../api/types.ts'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { t } from '../messages/t.ts'

/** The item of a card's menu, and further actions that depend on where it is shown. */
export type ItemMenuTarget = ({ kind: 'books'; item: Book } | { kind: 'series'; item: Series }) & {
  /** Starts selecting with this item, where several can be selected. */
  selection?: ItemSelectionState
  /** Removes it from the list it is shown in. */
  removeFromList?: () => void
  /** Removes the book from "continue reading". */
  dismiss?: () => void
  /** On the item's own page: leaves the page, which no longer exists. */
  onRemoved?: () => void
}

/** The button is rendered both before its menu is loaded and by the menu itself: both need the same attributes. */
export function itemMenuAriaProps({ item }: ItemMenuTarget) {
  return { 'aria-label': `${t('common.moreActions')}: ${item.title}`, 'aria-haspopup': 'menu' } as const
}
