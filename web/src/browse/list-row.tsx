import { type ReactNode, useState } from 'react'
import { useCoverUrl } from '../api/cover-url.ts'
import type { Book, Series } from '../api/types.ts'
import { bookProgressFraction, isBookRead } from '../cover/book-progress.ts'
import { CardBadges } from '../cover/card-badges.tsx'
import { Cover } from '../cover/cover.tsx'
import { cardLongPressHandler, selectOnClickHandler } from '../cover/item-card.tsx'
import { pageCountText, titleWithoutSeries } from '../cover/item-text.ts'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { SelectCheckbox } from '../cover/select-checkbox.tsx'
import { useLongPress } from '../cover/use-long-press.ts'
import { dateText, percentText } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { hoverIntentHandlers } from '../parts/hover-intent.ts'
import { ItemLink, type ItemTarget } from '../parts/item-link.tsx'
import css from './list-row.module.css'

type Extras = { selection?: ItemSelectionState; menu?: ReactNode }

export function SeriesListRow({ series, ...extras }: { series: Series } & Extras) {
  const url = useCoverUrl('series', series.id, series.updatedAt)
  const unread = series.unreadCount ?? 0
  return (
    <Row
      target={{ kind: 'series', id: series.id }}
      cover={<Cover url={url} title={series.title} seed={series.id} colour={series.coverColor} />}
      isUnread={unread > 0}
      badges={<CardBadges inLine of={{ kind: 'series', item: series }} />}
      title={series.title}
      detail={[series.publisher, series.year].filter(Boolean).join(' · ')}
      facts={[
        t('count.books', { count: series.bookCount }),
        unread ? t('count.unread', { count: unread }) : t('progress.read'),
        dateText(series.createdAt),
      ]}
      {...extras}
    />
  )
}

export function BookListRow({ book, among, ...extras }: { book: Book; among?: boolean } & Extras) {
  const url = useCoverUrl('books', book.id, book.updatedAt)
  const progress = bookProgressFraction(book)
  const state = isBookRead(book) ? t('progress.read') : progress ? percentText(progress) : t('progress.unread')
  return (
    <Row
      target={{ kind: 'books', id: book.id }}
      cover={
        <Cover url={url} title={book.title} seed={book.id} colour={book.coverColor} progress={progress} read={false} />
      }
      isUnread={!book.readProgress}
      badges={<CardBadges inLine of={{ kind: 'books', item: book }} />}
      title={among ? titleWithoutSeries(book) : book.title}
      detail={among ? book.fileFormat.toUpperCase() : book.seriesName}
      facts={[pageCountText(book), state, dateText(book.createdAt)]}
      {...extras}
    />
  )
}

type RowProps = {
  target: ItemTarget
  cover: ReactNode
  title: string
  detail: string
  isUnread: boolean
  badges: ReactNode
  facts: string[]
} & Extras

function Row({ target, cover, title, detail, isUnread, badges, facts, selection, menu }: RowProps) {
  const [inHand, setInHand] = useState(false)
  const appearance = useCardAppearance()
  const take = () => setInHand(true)
  const press = useLongPress(menu || selection ? cardLongPressHandler(selection) : undefined)
  return (
    <article
      className={css.row}
      data-density={appearance.density}
      data-selected={selection?.selected || undefined}
      data-choosing={selection?.active || undefined}
      {...hoverIntentHandlers(take)}
      {...press}
      onFocus={take}
    >
      <div className={css.cover}>{cover}</div>
      <ItemLink {...target} className={css.text} onClick={selection && selectOnClickHandler(selection)}>
        <span className={css.line}>
          <span className={`work ${css.title}`} dir="auto" title={title}>
            {title}
          </span>
          {/* Follows the title for screen readers, precedes it visually. */}
          {isUnread && appearance.badges.unread && (
            <span className={css.dot} role="img" aria-label={t('progress.unread')} />
          )}
        </span>
        <span className={css.detail} dir="auto">
          {detail}
        </span>
      </ItemLink>
      {selection && (inHand || selection.active) && (
        <SelectCheckbox title={title} selection={selection} className={css.check} />
      )}
      {badges}
      {facts.map((fact) => (
        <span key={fact} className={`num ${css.fact}`}>
          {fact}
        </span>
      ))}
      {menu}
    </article>
  )
}
