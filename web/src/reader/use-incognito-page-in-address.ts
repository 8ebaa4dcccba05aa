import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'

const route = getRouteApi('/signed-in/read/$bookId')
const pause = 500

/**
 * Keeps the position on a reload. The address may contain the page the book was opened at, which is outdated after a
 * page turn; incognito, the address is the only place for it.
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
          // Keeps the jump history in the state.
          state: true,
          replace: true,
          resetScroll: false,
        }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [isTrue, wanted, navigate])
}
