import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { gridIndexAfterKey } from './grid-index-after-key.ts'

/** The element of a card that takes the keyboard focus: the one marked `data-main`, else its first link or button. */
export function mainControlOf(cell: Element | null | undefined): HTMLElement | undefined {
  for (const kind of ['[data-main]', 'a[href]', 'button']) {
    const found = cell?.querySelector<HTMLElement>(kind)
    if (found) return found
  }
  return undefined
}

const focusable = 'a[href], button, input'

/**
 * One tab stop for a whole list of cards: the card that was focused last, else the first one. Everything else in the
 * list stays reachable by pointer, arrow keys and screen reader.
 */
export function useRovingTabStop(list: RefObject<HTMLElement | null>, current: () => Element | null | undefined) {
  const apply = useRef(() => {})
  apply.current = () => {
    const stop = mainControlOf(current())
    for (const each of list.current?.querySelectorAll<HTMLElement>(focusable) ?? []) {
      const wanted = each === stop ? 0 : -1
      if (each.tabIndex !== wanted) each.tabIndex = wanted
    }
  }
  // Cards, and buttons in them, are added and removed without a re-render of the list.
  useEffect(() => {
    if (!list.current) return
    const update = () => apply.current()
    update()
    const observer = new MutationObserver(update)
    observer.observe(list.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [list])
  return () => apply.current()
}

/**
 * A card that was removed or replaced has lost the focus, and React emits no event for that: the focus goes to the card
 * that is now in its place. The caller sets whether the focus is in the list or in a menu of it.
 */
export function useFocusAfterRemoval(current: () => Element | null | undefined) {
  const isHere = useRef(false)
  useLayoutEffect(() => {
    if (isHere.current && document.activeElement === document.body)
      mainControlOf(current())?.focus({ preventScroll: true })
  })
  return isHere
}

/** The single tab stop of a list whose children are its cards. It keeps its place when a card is removed. */
export function useListFocus(list: RefObject<HTMLElement | null>) {
  const stop = useRef(0)
  const current = () => list.current?.children[stop.current] ?? list.current?.lastElementChild
  const isHere = useFocusAfterRemoval(current)
  const setStop = useRovingTabStop(list, current)
  return {
    onFocus: (event: FocusEvent) => {
      isHere.current = true
      if (!isEventInsideElement(event)) return
      stop.current = [...event.currentTarget.children].findIndex((card) => card.contains(event.target as Node))
      setStop()
    },
    onBlur: () => {
      isHere.current = false
    },
  }
}

/**
 * Arrow keys move up and down between rows, and sideways between a row's controls. M opens its menu; Home and End go to
 * the first and last row.
 */
export function moveFocusInRows(event: KeyboardEvent<HTMLElement>, toward: 1 | -1) {
  const rows = [...event.currentTarget.children]
  const index = rows.findIndex((row) => row.contains(event.target as Node))
  const row = rows[index]
  if (!row || event.altKey || event.metaKey || event.ctrlKey || handleCardKey(event, row)) return
  const inside = [...row.querySelectorAll<HTMLElement>(focusable)].filter((each) => !each.matches(':disabled'))
  const across = { ArrowRight: toward, ArrowLeft: -toward }[event.key]
  const place = { index, total: rows.length, columns: 1, pageRows: 8, toward }
  const next = across
    ? inside[inside.indexOf(document.activeElement as HTMLElement) + across]
    : mainControlOf(rows[gridIndexAfterKey(event.key, place) ?? -1])
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Other keys on a card: M (or the menu key) opens its menu, the space bar selects it. True if handled. */
export function handleCardKey(event: KeyboardEvent, cell: Element): boolean {
  const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey) || event.key === 'm'
  const target = isMenu
    ? cell.querySelector('button[aria-haspopup="menu"]')
    : event.key === ' ' && (event.target as Element).tagName === 'A'
      ? cell.querySelector('input[type="checkbox"]')
      : undefined
  if (!target || event.ctrlKey || event.metaKey || event.altKey) return false
  event.preventDefault()
  const { shiftKey } = event
  // Deferred: the menu would treat the same key event, once it bubbles to the document, as one that closes it.
  setTimeout(() =>
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: !isMenu && shiftKey })),
  )
  return true
}

/** Menus and dialogs of a card are its children in React, but elsewhere in the DOM. */
export function isEventInsideElement({ currentTarget, target }: FocusEvent | KeyboardEvent): boolean {
  return currentTarget.contains(target as Node)
}
