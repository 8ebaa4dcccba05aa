import { useState } from 'react'
import type { BookPicture } from './chapter/pictures.ts'

/** The picture of a book that is shown by itself. `enlarge` returns whether there is one. */
export function useEnlargedPicture(hideBars: () => void) {
  const [picture, setPicture] = useState<BookPicture>()
  const enlarge = (found: BookPicture | undefined): boolean => {
    if (found) {
      hideBars()
      setPicture(found)
    }
    return found !== undefined
  }
  return { picture, enlarge, closePicture: () => setPicture(undefined) }
}
