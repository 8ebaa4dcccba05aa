import type { Book, Series } from '../api/types.ts'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { t } from '../messages/t.ts'

/** What a menu of a card is about, and what else the place it stands in can do with it. */
export type ItemMenuTarget = ({ kind: 'books'; item: Book } | { kind: 'series'; item: Series }) & {
  /** Where several can be selected, this one is the first. */
  selection?: ItemSelectionState
  /** Takes it out of the list it is shown in. */
  out?: () => void
  /** Takes a book out of those the person goes on with. */
  dismiss?: () => void
  /** Where it is the page itself: what to do once it is gone. */
  gone?: () => void
}

/** The button is drawn before its menu is loaded and with it: both say the same of it. */
export function itemMenuAriaProps({ item }: ItemMenuTarget) {
  return { 'aria-label': `${t('common.moreActions')}: ${item.title}`, 'aria-haspopup': 'menu' } as const
}
