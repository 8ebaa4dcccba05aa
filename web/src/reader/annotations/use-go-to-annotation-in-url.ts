import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Annotation } from '../../api/types.ts'

const route = getRouteApi('/signed-in/read/$bookId')

/** Whoever comes from the notebook comes for one passage: it is gone to once, as soon as the book is open. */
export function useGoToAnnotationInUrl(
  annotations: Annotation[],
  isOpen: boolean,
  go: (annotation: Annotation) => void,
) {
  const wanted = useRef(route.useSearch().note)
  useEffect(() => {
    const found = isOpen && annotations.find(({ id }) => id === wanted.current)
    if (!found) return
    wanted.current = undefined
    go(found)
  })
}
