/**
 * Browsers give the clipboard itself only to pages on https or localhost. Lectern is often reached by plain http at
 * home, and a key is shown only once: the old way works there, too. Says whether it did.
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
  // Beside the button: a dialog does not let the focus out.
  const place = before?.parentElement ?? document.body
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  before?.focus({ preventScroll: true })
  return done
}
