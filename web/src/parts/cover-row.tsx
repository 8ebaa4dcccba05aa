import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../messages/t.ts'
import { useCardAppearance } from './card-appearance.tsx'
import { handleCardKey, mainControlOf, useListFocus } from './card-list-keyboard.ts'
import css from './cover-row.module.css'
import { gridIndexAfterKey } from './grid-index-after-key.ts'
import { inlineDirectionSign } from './inline-direction-sign.ts'
import { preferredScrollBehavior } from './scroll-behavior.ts'

type CoverRowProps<T> = {
  name: string
  more?: ReactNode
  size?: 'normal' | 'large'
  items: T[]
  render: (item: T) => ReactNode
}

/** A row of covers that scrolls by wheel, touch, buttons and arrow keys. */
export function CoverRow<T extends { id: string }>({ name, more, size = 'normal', items, render }: CoverRowProps<T>) {
  const heading = useId()
  const row = useRef<HTMLUListElement>(null)
  const ends = useEnds(row)
  useRowPosition(row, name)
  const { density } = useCardAppearance()
  const listFocus = useListFocus(row)
  const scroll = (by: -1 | 1) => {
    const element = row.current
    element?.scrollBy({
      left: by * inlineDirectionSign(element) * element.clientWidth * 0.85,
      behavior: preferredScrollBehavior(),
    })
  }

  return (
    <section className={css.section} aria-labelledby={heading}>
      <header className={css.head}>
        <h2 className={`work ${css.name}`} id={heading}>
          {name}
        </h2>
        {more && <span className={css.more}>{more}</span>}
        <span className={css.arrows} data-hidden={(ends.start && ends.end) || undefined}>
          <ActionIcon
            variant="subtle"
            aria-label={t('row.back', { name })}
            disabled={ends.start}
            onClick={() => scroll(-1)}
          >
            <IconChevronLeft size={20} stroke={1.5} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('row.forward', { name })}
            disabled={ends.end}
            onClick={() => scroll(1)}
          >
            <IconChevronRight size={20} stroke={1.5} />
          </ActionIcon>
        </span>
      </header>
      <ul
        className={css.row}
        data-size={size}
        data-density={density}
        data-at-start={ends.start || undefined}
        ref={row}
        onKeyDown={moveFocus}
        {...listFocus}
      >
        {items.map((item) => (
          <li key={item.id}>{render(item)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Scroll positions of the rows, by history entry and name; nobody goes back further than the limit. */
const positions = new Map<string, number>()
const maxPositions = 200

/** Restores a row's scroll position when the viewer returns. */
function useRowPosition(row: RefObject<HTMLElement | null>, name: string) {
  const state = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })
  // The history entry at mount: while the next page is loading, the router already has the new one.
  const [page] = useState(state)
  const key = `${page} ${name}`
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const left = positions.get(key)
    if (left) element.scrollTo({ left, behavior: 'instant' })
    const keep = () => {
      positions.delete(key)
      positions.set(key, element.scrollLeft)
      for (const old of [...positions.keys()].slice(0, -maxPositions)) positions.delete(old)
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [row, key])
}

function useEnds(row: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ start: true, end: true })

  useEffect(() => {
    const element = row.current
    if (!element) return
    const update = () => {
      const start = Math.abs(element.scrollLeft) < 4
      const end = Math.abs(element.scrollLeft) + element.clientWidth > element.scrollWidth - 4
      setEnds((before) => (before.start === start && before.end === end ? before : { start, end }))
    }
    update()
    const sizes = new ResizeObserver(update)
    const items = new MutationObserver(update)
    sizes.observe(element)
    items.observe(element, { childList: true })
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      items.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [row])

  return ends
}

function indexOf({ currentTarget, target }: KeyboardEvent): number {
  return [...currentTarget.children].findIndex((card) => card.contains(target as Node))
}

/** Left and right move between cards; up and down between the controls of one card. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const row = event.currentTarget
  const card = row.children[indexOf(event)]
  if (!card || event.altKey || event.metaKey || event.ctrlKey || handleCardKey(event, card)) return
  const inside = [...card.querySelectorAll<HTMLElement>('a[href], button')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const total = row.children.length
  const place = {
    index: indexOf(event),
    total,
    columns: Math.max(2, total),
    pageRows: 1,
    toward: inlineDirectionSign(row),
  }
  const next = step
    ? inside[inside.indexOf(document.activeElement as HTMLElement) + step]
    : mainControlOf(row.children[gridIndexAfterKey(event.key, place) ?? -1])
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.closest('li')?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: preferredScrollBehavior() })
}
