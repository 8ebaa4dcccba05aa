import { useEffect } from 'react'

/** While a book is open, a swipe turns or moves its pages: the browser must not take it for "Back". */
export function useNoSwipeBack() {
  useEffect(() => {
    const { style } = document.documentElement
    style.overscrollBehaviorX = 'none'
    return () => {
      style.overscrollBehaviorX = ''
    }
  }, [])
}
