import { IconBook2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useCoverUrl } from '../api/cover-url.ts'
import { useMayDo } from '../api/session.ts'
import type { Book, Series } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { ItemLink, type ItemTarget } from '../parts/item-link.tsx'
import { onPointerRest } from '../parts/pointer-rest.ts'
import { Cover } from './cover.tsx'
import css from './item-card.module.css'
import { bookDetail, detailUnderSeriesName, isRead, progressOf, seriesDetail, shortTitle } from './item-text.ts'
import { type ItemSelection, SelectCheckbox } from './select-checkbox.tsx'
import { useLongPress } from './use-long-press.ts'

type Extras = { selection?: ItemSelection; menu?: ReactNode; eager?: boolean }

export function SeriesCard({ series, detail, ...extras }: { series: Series; detail?: string } & Extras) {
  const url = useCoverUrl('series', series.id, series.updatedAt)
  const unread = series.unreadCount ?? undefined
  const read = series.unreadCount === 0 && series.bookCount > 0
  return (
    <Card
      target={{ kind: 'series', id: series.id }}
      title={series.title}
      detail={detail ?? seriesDetail(series)}
      cover={
        <Cover
          url={url}
          title={series.title}
          seed={series.id}
          colour={series.coverColor}
          unread={unread}
          read={read}
          eager={extras.eager}
        />
      }
      {...extras}
    />
  )
}

/** While things are being chosen, a press chooses instead of leading away. */
export function selectOnClick(selection: ItemSelection) {
  return (event: MouseEvent) => {
    if (!selection.active) return
    event.preventDefault()
    selection.toggle(event.shiftKey)
  }
}

/** Among other series the series' name comes first; within its series the book's own title does. */
export function BookCard({ book, among = false, ...extras }: { book: Book; among?: boolean } & Extras) {
  const url = useCoverUrl('books', book.id, book.updatedAt)
  const progress = progressOf(book)
  return (
    <Card
      target={{ kind: 'books', id: book.id }}
      title={among ? shortTitle(book) : book.seriesName}
      detail={among ? bookDetail(book) : detailUnderSeriesName(book)}
      cover={
        <Cover
          url={url}
          title={book.title}
          seed={book.id}
          colour={book.coverColor}
          progress={progress}
          read={isRead(book)}
          eager={extras.eager}
        />
      }
      read={progress && !isRead(book) ? t('action.continue') : t('action.read')}
      {...extras}
    />
  )
}

type CardProps = {
  target: ItemTarget
  title: string
  detail: string
  cover: ReactNode
  /** Opens a book without going to its page first; says so in a word. */
  read?: string
} & Extras

function Card({ target, title, detail, cover, read, selection, menu }: CardProps) {
  // A grid has hundreds of cards, and a hand only ever at one: what one does to a card comes when the hand does.
  const [inHand, setInHand] = useState(false)
  const name = useRef<HTMLSpanElement>(null)
  const [whole, setWhole] = useState<string>()
  const take = () => {
    setInHand(true)
    // A title that had to be cut short is told in full; the link lies over it, so the link has to.
    if (name.current && name.current.scrollWidth > name.current.clientWidth) setWhole(title)
  }
  const press = useLongPress(selection && (() => selection.toggle(false)))
  return (
    <article
      className={css.card}
      data-selected={selection?.selected || undefined}
      data-choosing={selection?.active || undefined}
      {...onPointerRest(take)}
      {...press}
      onFocus={take}
    >
      <div className={css.face}>{cover}</div>
      <span ref={name} className={css.title} dir="auto">
        {title}
      </span>
      <span className={`num ${css.detail}`} dir="auto">
        {detail}
      </span>
      {/* One link over the whole card: a large target, one stop for the keyboard, one name for the screen reader. */}
      <ItemLink
        {...target}
        className={css.link}
        aria-label={`${title}, ${detail}`}
        title={whole}
        onClick={selection && selectOnClick(selection)}
      />
      <div className={css.over}>
        {selection && (inHand || selection.active) && (
          <SelectCheckbox title={title} selection={selection} className={css.check} />
        )}
        {read && inHand && !selection?.active && (
          <ReadLink bookId={target.id} read={read} label={`${read}: ${title}, ${detail}`} />
        )}
        {/* Always there, seen or not: a screen reader has no hand that stays over a card. */}
        {menu}
      </div>
    </article>
  )
}

function ReadLink({ bookId, read, label }: { bookId: string; read: string; label: string }) {
  const mayRead = useMayDo('page_streaming')
  if (!mayRead) return null
  return (
    <Link to="/read/$bookId" params={{ bookId }} className={css.read} aria-label={label} title={read}>
      <IconBook2 size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
