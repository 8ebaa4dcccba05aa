import { Link } from '@tanstack/react-router'
import { useCoverUrl } from '../../api/cover-url.ts'
import { dismissBookFromInProgress } from '../../api/dismiss-book.ts'
import { useIsActionAllowed } from '../../api/session.ts'
import type { Book } from '../../api/types.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { bookProgressFraction } from '../../cover/book-progress.ts'
import { Cover } from '../../cover/cover.tsx'
import { readingPositionText, titleWithoutSeries } from '../../cover/item-text.ts'
import { t } from '../../messages/t.ts'
import { isTallScript } from '../../parts/is-tall-script.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import css from './continue-card.module.css'

/** The cover, the position, the time left and the main action. */
export function ContinueCard({ book, main }: { book: Book; main: boolean }) {
  const mayRead = useIsActionAllowed('page_streaming')
  const url = useCoverUrl('books', book.id, book.updatedAt)
  const short = titleWithoutSeries(book)
  // "Captain Meridian v02" is the second of Captain Meridian; "The Long Way" has its own title.
  const isNumbered = short !== book.title
  const title = isNumbered ? book.seriesName : book.title
  const alone = book.seriesName === book.title
  return (
    <article className={css.card}>
      <Link
        to="/books/$bookId"
        params={{ bookId: book.id }}
        className={css.cover}
        preload="intent"
        aria-label={book.title}
      >
        <Cover
          url={url}
          title={book.title}
          seed={book.id}
          colour={book.coverColor}
          progress={bookProgressFraction(book)}
          eager
        />
      </Link>
      <div className={css.text}>
        {!alone && !isNumbered && (
          <Link
            to="/series/$seriesId"
            params={{ seriesId: book.seriesId }}
            className={css.series}
            preload="intent"
            dir="auto"
          >
            {book.seriesName}
          </Link>
        )}
        <h3 className={`work ${css.title}`} data-tall={isTallScript(title) || undefined} dir="auto">
          {title}
        </h3>
        {isNumbered && <p className={css.which}>{short}</p>}
        <p className={`num ${css.place}`}>{readingPositionText(book)}</p>
        <div className={css.go}>
          {mayRead && (
            <LinkButton
              to="/read/$bookId"
              params={{ bookId: book.id }}
              data-main
              variant={main ? 'filled' : 'default'}
              aria-label={t('series.continueBook', { title: book.title })}
            >
              {t('action.continue')}
            </LinkButton>
          )}
          <ItemMenuButton kind="books" item={book} dismiss={() => void dismissBookFromInProgress(book.id)} />
        </div>
      </div>
    </article>
  )
}
