import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Annotation } from '../../api/types.ts'

const route = getRouteApi('/signed-in/read/$bookId')

/** Goes once to the passage that a link from the notebook names, as soon as the book is open. */
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
