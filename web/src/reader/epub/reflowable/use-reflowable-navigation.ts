import { type RefObject, useCallback } from 'react'
import { type JumpKind, useJumpHistory } from '../../use-jump-history.ts'
import { type Locator, type PositionCounts, progressionAtPosition } from '../locator.ts'
import type { Publication } from '../publication.ts'
import { type ReflowableView, type ReflowableViewTarget, targetOfLocator } from '../reflowable-view.ts'

type Navigation = {
  publication: Publication
  counts: PositionCounts
  paginator: RefObject<ReflowableView | undefined>
  /** The current position. */
  locator: Locator | undefined
  /** Called before the reader goes anywhere. */
  leavePage: () => void
}

/** Goes to places in the book, with a way back on request. */
export function useReflowableNavigation({ publication, counts, paginator, locator, leavePage }: Navigation) {
  const go = useCallback(
    async (target: ReflowableViewTarget | undefined) => {
      if (!target) return
      leavePage()
      // The renderer scrolls to whatever regains the focus: a link that was followed would lead back to itself.
      for (const { doc } of paginator.current?.chapters() ?? []) (doc.activeElement as HTMLElement | null)?.blur()
      await paginator.current?.go(target)
    },
    [leavePage, paginator],
  )
  const jumps = useJumpHistory(
    () => locator,
    (left) => void go(targetOfLocator(left, publication)),
  )
  const { leave } = jumps
  /** Goes to a target and adds a way back. */
  const jump = useCallback(
    (target: ReflowableViewTarget | undefined, kind?: JumpKind) => {
      if (target) leave(kind)
      return go(target)
    },
    [go, leave],
  )
  const jumpTo = (found: Locator) => jump(targetOfLocator(found, publication))
  /** A position counts over the whole book. */
  const jumpToPosition = (position: number) => {
    const found = progressionAtPosition(counts, position)
    const index = publication.order.findIndex((item) => item.path === found?.path)
    if (found && index >= 0) jump({ index, progression: found.progression }, 'slider')
  }
  return { go, jump, jumpTo, jumpToPosition, jumps }
}
