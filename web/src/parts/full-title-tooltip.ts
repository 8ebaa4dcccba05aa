import css from './full-title-tooltip.module.css'

let box: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the full text of a truncated title. All cards share one popover, above everything that could clip it. */
export function showFullTitle(title: HTMLElement | null, wait: number) {
  hideFullTitle()
  if (!title || title.scrollHeight <= title.clientHeight + 1) return
  timer = setTimeout(() => {
    if (!title.isConnected) return
    box ??= document.body.appendChild(makeBox())
    box.textContent = title.textContent
    box.showPopover()
    const at = title.getBoundingClientRect()
    const width = box.offsetWidth
    const start = document.documentElement.dir === 'rtl' ? at.right - width + 9 : at.left - 9
    box.style.top = `${Math.min(at.top - 5, innerHeight - box.offsetHeight - 8)}px`
    box.style.left = `${Math.max(8, Math.min(start, document.documentElement.clientWidth - width - 8))}px`
    // The popover doesn't scroll with the page.
    addEventListener('scroll', hideFullTitle, { capture: true, once: true, passive: true })
  }, wait)
}

export function hideFullTitle() {
  clearTimeout(timer)
  removeEventListener('scroll', hideFullTitle, { capture: true })
  if (box?.matches(':popover-open')) box.hidePopover()
}

function makeBox(): HTMLElement {
  const made = document.createElement('div')
  made.popover = 'manual'
  made.className = css.full ?? ''
  made.dir = 'auto'
  // The link already has the full text.
  made.setAttribute('aria-hidden', 'true')
  return made
}
