import { preferredScrollBehavior } from '../parts/scroll-behavior.ts'

/** Scrolls by a share of the screen. Returns false if the end is reached. */
export function scrollByScreens(element: HTMLElement | null, by: 1 | -1, share: number): boolean {
  if (!element) return false
  const { scrollTop, scrollHeight, clientHeight } = element
  const left = by === 1 ? scrollHeight - clientHeight - scrollTop : scrollTop
  if (left <= 4) return false
  element.scrollBy({ top: by * clientHeight * share, behavior: preferredScrollBehavior() })
  return true
}
