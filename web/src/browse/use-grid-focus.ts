import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  isEventInsideElement,
  mainControlOf,
  useFocusAfterRemoval,
  useRovingTabStop,
} from '../parts/card-list-keyboard.ts'

/**
 * The keyboard focus in a list of which only the rows near the viewport exist. A card reached by arrow keys may have to
 * be scrolled into view and rendered first; a focused one may be replaced.
 */
export function useGridFocus(list: RefObject<HTMLElement | null>, columns: number) {
  /** The card that is, or was last, focused. */
  const current = useRef(0)
  const target = useRef<number>(undefined)
  const [row, setRow] = useState<number>()

  const cellAt = (index: number | undefined) => list.current?.querySelector(`[data-index="${index}"]`)
  const isHere = useFocusAfterRemoval(() => cellAt(current.current))
  const setStop = useRovingTabStop(list, () => cellAt(current.current) ?? firstInView(list.current))

  const follow = () => {
    const main = mainControlOf(cellAt(target.current))
    if (!main) return false
    target.current = undefined
    // The browser scrolls the focused element into view.
    main.focus()
    return true
  }
  useEffect(() => {
    if (target.current !== undefined) follow()
  })

  return {
    /** The focused row. */
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
      // The focus may only have moved to the next card, or to this card's menu.
      setTimeout(() => {
        if (!isHere.current) setRow(undefined)
      })
    },
  }
}

/** Tabbing in after scrolling starts with a visible card, past the overscan rows above the viewport. */
function firstInView(list: HTMLElement | null): Element | undefined {
  const cells = [...(list?.querySelectorAll('[data-index]') ?? [])].filter((cell) => mainControlOf(cell))
  return cells[Math.floor(cells.length / 3)]
}
