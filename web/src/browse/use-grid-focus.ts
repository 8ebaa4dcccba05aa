import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isEventInsideElement, mainControlOf, useRovingTabStop } from '../parts/card-list-keyboard.ts'

/**
 * Where the keyboard is in a list of which only the rows near the window exist. A card that arrow keys lead to may have
 * to come into view and be drawn first; one that has the focus may be drawn anew.
 */
export function useGridFocus(list: RefObject<HTMLElement | null>, columns: number) {
  /** The card that has, or had last, the focus. */
  const current = useRef(0)
  const target = useRef<number>(undefined)
  const isHere = useRef(false)
  const [row, setRow] = useState<number>()

  const cellAt = (index: number | undefined) => list.current?.querySelector(`[data-index="${index}"]`)
  const setStop = useRovingTabStop(list, () => cellAt(current.current) ?? firstInView(list.current))

  const follow = () => {
    const main = mainControlOf(cellAt(target.current))
    if (!main) return false
    target.current = undefined
    // The browser brings what has the focus into view.
    main.focus()
    return true
  }
  useEffect(() => {
    if (target.current !== undefined) follow()
  })
  // Drawn anew, the card has lost it; React says nothing of that.
  useLayoutEffect(() => {
    if (isHere.current && document.activeElement === document.body)
      mainControlOf(cellAt(current.current))?.focus({ preventScroll: true })
  })

  return {
    /** The row that has the focus. */
    row,
    targetIndex: () => target.current,
    goTo: (index: number) => {
      target.current = index
      return follow()
    },
    onFocus: (event: FocusEvent) => {
      isHere.current = true
      const cell = isEventInsideElement(event) ? (event.target as Element).closest('[data-index]') : null
      if (!cell) return
      current.current = Number(cell.getAttribute('data-index'))
      setRow(Math.floor(current.current / columns))
      setStop()
    },
    onBlur: () => {
      isHere.current = false
      // It may only have gone on to the next card, or to the menu of this one.
      setTimeout(() => {
        if (!isHere.current) setRow(undefined)
      })
    },
  }
}

/** Whoever comes by Tab after scrolling begins with what is seen: beyond the rows that wait above the window. */
function firstInView(list: HTMLElement | null): Element | undefined {
  const cells = [...(list?.querySelectorAll('[data-index]') ?? [])].filter((cell) => mainControlOf(cell))
  return cells[Math.floor(cells.length / 3)]
}
