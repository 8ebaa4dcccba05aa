import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A title may change twice on the way: first to the app's, then to that of what was loaded. */
const rest = 400

/** Says where one has come to: a screen reader does not notice when one page takes the place of another. */
export function PageAnnouncer() {
  const [said, say] = useState('')
  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => say(document.title), rest)
    })
    observer.observe(title, { childList: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <VisuallyHidden role="status" data-announcer>
      {said}
    </VisuallyHidden>
  )
}
