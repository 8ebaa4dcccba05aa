import { useMemo, useRef, useState } from 'react'
import type { Publication } from './publication.ts'
import { countReadingDirections, isRightToLeftText } from './reading-direction.ts'

/** Whether a book is read from right to left: as its package declares, else as its text is set. */
export function useReadingDirection({ rtl, isDirectionDeclared }: Publication) {
  const [isRtl, setRtl] = useState(rtl)
  const latest = useRef(isRtl)
  latest.current = isRtl
  const directions = useMemo(() => countReadingDirections(rtl), [rtl])
  return {
    isRtl,
    /** For handlers that live longer than one rendering. */
    isRtlNow: () => latest.current,
    /** Must be called for each chapter that is laid out, on screen or not. */
    laidOut: (doc: Document, index: number) => {
      if (isDirectionDeclared || directions.isKnown(index)) return
      setRtl(directions.add(index, doc.body.textContent.trim().length, isRightToLeftText(doc)))
    },
  }
}
