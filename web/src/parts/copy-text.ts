/**
 * Browsers offer the clipboard API only on https or localhost. At home Lectern is often reached over plain http, and an
 * API key is shown only once: `execCommand` works there, too. Returns whether the text was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return byHand(text)
  }
}

function byHand(text: string): boolean {
  const before = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position: fixed; opacity: 0; pointer-events: none'
  // Next to the button: a dialog traps the focus.
  const place = before?.parentElement ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  before?.focus({ preventScroll: true })
  return done
}
