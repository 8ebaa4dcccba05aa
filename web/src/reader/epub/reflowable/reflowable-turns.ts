import type { RefObject } from 'react'
import { tapZoneOf } from '../../tap-zones.ts'
import type { BarVisibility } from '../../use-bar-visibility.ts'
import type { ReflowableView, ReflowableViewPosition } from '../reflowable-view.ts'

type Turns = {
  view: RefObject<ReflowableView | undefined>
  viewPosition: ReflowableViewPosition | undefined
  isRtl: boolean
  isScrolled: boolean
  controls: BarVisibility
  /** Closes the toolbar of a marked passage. */
  dismiss: () => void
  isPassageOpen: boolean
  closeFootnote: () => void
  isFootnoteOpen: boolean
  turned: () => void
  leaveStoredPosition: () => void
  /** Beyond either end of the book: true if the step leads back into it, or to another book. */
  stepFromEnd: (by: 1 | -1) => boolean
}

/** Turning pages by command, tap and hand: what is open over the text closes, and the new page is stored. */
export function reflowableTurns(on: Turns) {
  const step = (by: 1 | -1) => {
    on.controls.hide()
    on.dismiss()
    on.closeFootnote()
    on.turned()
    on.leaveStoredPosition()
    if (on.stepFromEnd(by)) return
    void (by === 1 ? on.view.current?.next() : on.view.current?.previous())
  }
  const tap = (x: number, width: number) => {
    if (on.isFootnoteOpen) return on.closeFootnote()
    if (on.isPassageOpen) return on.dismiss()
    const zone = tapZoneOf(x, width)
    if (zone === 'middle' || on.isScrolled) return on.controls.toggle()
    step((zone === 'right') === !on.isRtl ? 1 : -1)
  }
  const movedByHand = (next: ReflowableViewPosition) => {
    if (next.index === on.viewPosition?.index && next.fraction === on.viewPosition.fraction) return
    on.leaveStoredPosition()
    on.closeFootnote()
    on.turned()
    if (on.isScrolled) return
    on.controls.hide()
    on.dismiss()
  }
  return { step, tap, movedByHand }
}
