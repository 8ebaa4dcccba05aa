import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { basePath } from '../api/urls.ts'
import { hoverIntentHandlers } from './hover-intent.ts'

export type ItemTarget = { kind: 'series' | 'books'; id: string }

/**
 * A link to a series or a book. Lists have hundreds of these, so it is a plain anchor: the router's own `Link` checks
 * every route, which costs more than the rest of a card.
 */
export function ItemLink({ kind, id, onClick, ...rest }: ItemTarget & Omit<ComponentProps<'a'>, 'href' | 'id'>) {
  const router = useRouter()
  const target =
    kind === 'series'
      ? ({ to: '/series/$seriesId', params: { seriesId: id } } as const)
      : ({ to: '/books/$bookId', params: { bookId: id } } as const)
  const preload = () => void router.preloadRoute(target).catch(() => undefined)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      {...rest}
      href={`${basePath}/${kind}/${id}`}
      onClick={click}
      {...hoverIntentHandlers(preload)}
      onFocus={preload}
      onTouchStart={preload}
    />
  )
}
