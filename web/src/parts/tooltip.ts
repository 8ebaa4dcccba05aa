import type { FocusEvent, PointerEvent } from 'react'
import css from './tooltip.module.css'

let box: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows what an icon button does, on hover or keyboard focus. All buttons share one box; it is hidden from screen
 * readers, because the button's label has the same text. Mantine's `Tooltip` would swallow the Escape that closes it,
 * and is a fifth of a page's size.
 */
export function tooltipProps(label: string) {
  return {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') show(currentTarget, label, 400)
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) show(currentTarget, label, 0)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onBlur: hide,
  }
}

function show(button: Element, label: string, wait: number) {
  hide()
  timer = setTimeout(() => {
    if (!button.isConnected) return
    box ??= document.body.appendChild(makeBox())
    box.textContent = label
    box.showPopover()
    const at = button.getBoundingClientRect()
    const above = at.top - box.offsetHeight - 6
    const left = (at.left + at.right - box.offsetWidth) / 2
    const furthest = document.documentElement.clientWidth - box.offsetWidth - 8
    box.style.top = `${above < 4 ? at.bottom + 6 : above}px`
    box.style.left = `${Math.max(8, Math.min(left, furthest))}px`
    addEventListener('scroll', hide, { capture: true, once: true, passive: true })
    addEventListener('keydown', hide, { once: true })
  }, wait)
}

function hide() {
  clearTimeout(timer)
  removeEventListener('scroll', hide, { capture: true })
  removeEventListener('keydown', hide)
  if (box?.matches(':popover-open')) box.hidePopover()
}

function makeBox(): HTMLElement {
  const made = document.createElement('div')
  made.popover = 'manual'
  made.className = css.tip ?? ''
  made.setAttribute('aria-hidden', 'true')
  return made
}
