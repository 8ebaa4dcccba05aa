import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adjacentQuery } from '../api/catalogue.ts'
import type { Book } from '../api/shapes.ts'
import { Cover } from '../cover/cover.tsx'
import { coverUrl } from '../cover/cover-url.ts'
import { t } from '../messages/t.ts'
import { LinkButton } from '../parts/links.tsx'
import css from './end-card.module.css'

type EndProps = { book: Book; side: 'start' | 'end'; incognito: boolean; back?: () => void }

/** Where a book ends, the next one is one key away; where it begins, the one before. */
export function EndCard({ book, side, incognito }: EndProps) {
  const { data } = useQuery(adjacentQuery(book.id))
  const other = side === 'end' ? data?.next : data?.prev
  return (
    <section className={css.card}>
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
          <p className={css.which}>{side === 'end' ? t('reader.nextBook') : t('reader.previousBook')}</p>
          <h2 className={`work ${css.title}`} dir="auto">
            {other.title}
          </h2>
          <LinkButton
            to="/read/$bookId"
            params={{ bookId: other.id }}
            search={incognito ? { incognito: '1' } : {}}
            replace
            size="md"
            variant={side === 'end' ? 'filled' : 'default'}
          >
            {side === 'end' ? t('reader.readNext') : t('action.read')}
          </LinkButton>
        </>
      ) : (
        data && side === 'end' && <p className={css.which}>{t('reader.noNext')}</p>
      )}
      <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }} replace className={css.back}>
        {t('reader.backToSeries')}
      </Link>
    </section>
  )
}
