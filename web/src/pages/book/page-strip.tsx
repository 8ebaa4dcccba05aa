import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookPagesQuery } from '../../api/item-queries.ts'
import { useIsActionAllowed } from '../../api/session.ts'
import type { Book } from '../../api/types.ts'
import { PageThumbnail } from '../../cover/page-thumbnail.tsx'
import { t } from '../../messages/t.ts'
import { CoverRow } from '../../parts/cover-row.tsx'
import css from './page-strip.module.css'

/** The number of placeholders until the pages are known; the rest of the page doesn't move. */
const screenful = 24

/** Thumbnails of all pages; each opens the reader at that page. */
export function PageStrip({ book }: { book: Book }) {
  const mayRead = useIsActionAllowed('page_streaming')
  const { data: pages, isError } = useQuery(bookPagesQuery(book.id))
  const count = pages?.length ?? (isError ? 0 : Math.min(book.pageCount, screenful))
  if (count === 0 || !mayRead) return null
  const items = Array.from({ length: count }, (_, index) => ({ number: index + 1, id: String(index + 1) }))
  return (
    <div className={css.strip}>
      <CoverRow
        name={t('book.pages')}
        items={items}
        render={({ number }) => {
          const page = pages?.[number - 1]
          return (
            <Link
              to="/read/$bookId"
              params={{ bookId: book.id }}
              search={{ page: String(number) }}
              aria-label={t('book.openAtPage', { page: number })}
              className={css.page}
            >
              {page ? <PageThumbnail bookId={book.id} page={page} /> : <span className={css.blank} />}
              <span className={`num ${css.number}`}>{number}</span>
            </Link>
          )
        }}
      />
    </div>
  )
}
