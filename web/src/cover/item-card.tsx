import { IconBook2 } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useCoverUrl } from '../api/cover-url.ts'
import { useIsActionAllowed } from '../api/session.ts'
import type { Book, Series } from '../api/types.ts'
import { joinList } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { hideFullTitle, showFullTitle } from '../parts/full-title-tooltip.ts'
import { hoverIntentHandlers } from '../parts/hover-intent.ts'
import { isTallScript } from '../parts/is-tall-script.ts'
import { ItemLink, type ItemTarget } from '../parts/item-link.tsx'
import { bookProgressFraction, isBookRead } from './book-progress.ts'
import { CardBadges } from './card-badges.tsx'
import { Cover } from './cover.tsx'
import css from './item-card.module.css'
import { bookDetailText, bookDetailUnderSeriesName, seriesDetailText, titleWithoutSeries } from './item-text.ts'
import { openBookToContinue } from './open-book-to-continue.ts'
import { type ItemSelectionState, SelectCheckbox } from './select-checkbox.tsx'
import { useLongPress } from './use-long-press.ts'

type Extras = { selection?: ItemSelectionState; menu?: ReactNode; eager?: boolean }

export function SeriesCard({ series, detail, ...extras }: { series: Series; detail?: string } & Extras) {
  const url = useCoverUrl('series', series.id, series.updatedAt)
  const { badges } = useCardAppearance()
  const unread = badges.unread ? (series.unreadCount ?? undefined) : undefined
  const read = series.unreadCount === 0 && series.bookCount > 0
  return (
    <Card
      target={{ kind: 'series', id: series.id }}
      title={series.title}
      detail={detail ?? seriesDetailText(series)}
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
      badges={<CardBadges of={{ kind: 'series', item: series }} />}
      read={series.bookCount > 0 ? t('action.read') : undefined}
      {...extras}
    />
  )
}

/** While items are being selected, a click selects instead of following the link. */
export function selectOnClickHandler(selection: ItemSelectionState) {
  return (event: MouseEvent) => {
    if (!selection.active) return
    event.preventDefault()
    selection.toggle(event.shiftKey)
  }
}

type BookCardProps = { book: Book; among?: boolean; detail?: string } & Extras

/** Titled by its series; `among` the books of its own series, by its own title. */
export function BookCard({ book, among = false, detail, ...extras }: BookCardProps) {
  const url = useCoverUrl('books', book.id, book.updatedAt)
  const progress = bookProgressFraction(book)
  const { badges } = useCardAppearance()
  return (
    <Card
      target={{ kind: 'books', id: book.id }}
      title={among ? titleWithoutSeries(book) : book.seriesName}
      detail={detail ?? (among ? bookDetailText(book) : bookDetailUnderSeriesName(book))}
      cover={
        <Cover
          url={url}
          title={book.title}
          seed={book.id}
          colour={book.coverColor}
          progress={progress}
          isUnread={badges.unread && !book.readProgress}
          read={isBookRead(book)}
          eager={extras.eager}
        />
      }
      badges={<CardBadges of={{ kind: 'books', item: book }} />}
      read={progress && !isBookRead(book) ? t('action.continue') : t('action.read')}
      {...extras}
    />
  )
}

type CardProps = {
  target: ItemTarget
  title: string
  detail: string
  cover: ReactNode
  badges: ReactNode
  /** The label of the button that opens the reader directly. */
  read?: string
} & Extras

function Card({ target, title, detail, cover, badges, read, selection, menu }: CardProps) {
  // A grid has hundreds of cards, and the pointer is over one: a card's controls are rendered when it is hovered or
  // focused.
  const [inHand, setInHand] = useState(false)
  const { density } = useCardAppearance()
  const name = useRef<HTMLSpanElement>(null)
  const rest = hoverIntentHandlers(() => {
    setInHand(true)
    showFullTitle(name.current, 350)
  })
  const focus = ({ target }: FocusEvent) => {
    setInHand(true)
    if (target.matches(':focus-visible')) showFullTitle(name.current, 0)
  }
  const leave = (event: PointerEvent) => {
    rest.onPointerLeave(event)
    hideFullTitle()
  }
  const press = useLongPress(menu || selection ? cardLongPressHandler(selection) : undefined)
  return (
    <article
      className={css.card}
      data-density={density}
      data-selected={selection?.selected || undefined}
      data-choosing={selection?.active || undefined}
      {...rest}
      {...press}
      onPointerLeave={leave}
      onFocus={focus}
      onBlur={hideFullTitle}
    >
      <div className={css.face}>
        {cover}
        <div className={css.badges}>{badges}</div>
      </div>
      <span ref={name} className={css.title} data-tall={isTallScript(title) || undefined} dir="auto">
        {title}
      </span>
      <span className={`num ${css.detail}`} dir="auto">
        {detail}
      </span>
      {/* One link over the whole card: a large target, one tab stop, one label for screen readers. */}
      <ItemLink
        {...target}
        className={css.link}
        aria-label={joinList([title, detail])}
        onClick={selection && selectOnClickHandler(selection)}
      />
      <div className={css.over}>
        {selection && (inHand || selection.active) && (
          <SelectCheckbox title={title} selection={selection} className={css.check} />
        )}
        {read && inHand && !selection?.active && (
          <ReadButton target={target} read={read} label={`${read}: ${joinList([title, detail])}`} />
        )}
        {/* Always rendered, even if invisible: screen readers can't hover. */}
        {menu}
      </div>
    </article>
  )
}

/** A long press on a card opens its menu, or toggles the selection. */
export function cardLongPressHandler(selection: ItemSelectionState | undefined) {
  return (card: Element) => {
    const menu = card.querySelector<HTMLElement>('button[aria-haspopup="menu"]')
    if (selection?.active || !menu) selection?.toggle(false)
    else menu.click()
  }
}

function ReadButton({ target, read, label }: { target: ItemTarget; read: string; label: string }) {
  const mayRead = useIsActionAllowed('page_streaming')
  const router = useRouter()
  if (!mayRead) return null
  const names = { className: css.read, 'aria-label': label, title: read }
  const icon = <IconBook2 size={18} stroke={1.5} aria-hidden />
  if (target.kind === 'series')
    return (
      <button type="button" {...names} onClick={() => void openBookToContinue(router, target.id)}>
        {icon}
      </button>
    )
  return (
    <Link to="/read/$bookId" params={{ bookId: target.id }} {...names}>
      {icon}
    </Link>
  )
}
