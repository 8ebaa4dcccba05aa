import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws what is around the page right after the page itself: a turn doesn't wait for bars and sheets. As long as the
 * page stays the same, changes are drawn at once.
 */
export function DeferredAfterTurn({ page, children }: { page: unknown; children: ReactNode }) {
  const drawnPage = useDeferredValue(page)
  const drawn = useDeferredValue(children)
  return drawnPage === page ? children : drawn
}
