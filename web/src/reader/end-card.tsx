import { Link } from '@tanstack/react-router'
import { coverUrl } from '../api/cover-url.ts'
import type { Book } from '../api/types.ts'
import { Cover } from '../cover/cover.tsx'
import { directionOf } from '../messages/language-list.ts'
import { currentLanguage, t } from '../messages/t.ts'
import { LinkButton } from '../parts/link-button.tsx'
import css from './end-card.module.css'
import { useAdjacentBooks } from './use-adjacent-books.ts'

const placeWords = {
  series: { start: 'reader.previousBook', end: 'reader.nextBook' },
  list: { start: 'reader.previousInList', end: 'reader.nextInList' },
} as const

/** At the end of a book the next one is one key away; at the beginning, the previous one. */
export function EndCard({ book, side }: { book: Book; side: 'start' | 'end' }) {
  const { prev, next, isKnown, search } = useAdjacentBooks(book.id)
  const other = side === 'end' ? next : prev
  return (
    <section className={css.card} dir={directionOf(currentLanguage())}>
      <p className={css.lead}>{side === 'end' ? t('reader.endOfBook', { title: book.title }) : t('reader.start')}</p>
      {other ? (
        <>
          <Link
            to="/books/$bookId"
            params={{ bookId: other.id }}
            className={css.cover}
            aria-label={other.title}
            tabIndex={-1}
          >
            <Cover url={coverUrl('books', other.id, other.updatedAt)} title={other.title} seed={other.id} />
          </Link>
          <p className={css.which}>{t(placeWords[search.list ? 'list' : 'series'][side])}</p>
          <h2 className={`work ${css.title}`} dir="auto">
            {other.title}
          </h2>
          <LinkButton
            to="/read/$bookId"
            params={{ bookId: other.id }}
            search={search}
            replace
            size="md"
            variant={side === 'end' ? 'filled' : 'default'}
          >
            {side === 'end' ? t('reader.readNext') : t('action.read')}
          </LinkButton>
        </>
      ) : (
        isKnown && side === 'end' && <p className={css.which}>{t('reader.noNext')}</p>
      )}
      {search.list ? (
        <Link to="/read-lists/$readListId" params={{ readListId: search.list }} replace className={css.back}>
          {t('reader.backToList')}
        </Link>
      ) : (
        <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }} replace className={css.back}>
          {t('reader.backToSeries')}
        </Link>
      )}
    </section>
  )
}
