import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'

const route = getRouteApi('/signed-in/read/$bookId')
const pause = 500

/**
 * Whoever loads the page anew stays where they are. The address may name the page one began with, which is no longer
 * true once one turned it; where no track is kept, the address is all there is.
 */
export function useIncognitoPageInAddress(page: number, incognito: boolean) {
  const named = route.useSearch().page
  const navigate = route.useNavigate()
  const wanted = incognito && (named !== undefined || page > 1) ? String(page) : undefined
  const isTrue = named === wanted || named === String(page)
  useEffect(() => {
    if (isTrue) return
    const timer = setTimeout(
      () =>
        void navigate({
          search: (before) => ({ ...before, page: wanted }),
          // The way back from a jump is kept there.
          state: true,
          replace: true,
          resetScroll: false,
        }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [isTrue, wanted, navigate])
}
