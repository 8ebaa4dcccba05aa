import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pagesQuery } from '../../api/catalogue.ts'
import type { Book } from '../../api/shapes.ts'
import { PageThumb } from '../../cover/page-thumb.tsx'
import { t } from '../../messages/t.ts'
import { Shelf } from '../../parts/shelf.tsx'
import css from './page-strip.module.css'

/** All pages as small pictures; each opens the reader there. */
export function PageStrip({ book }: { book: Book }) {
  const { data: pages = [] } = useQuery(pagesQuery(book.id))
  if (pages.length === 0) return null
  const items = pages.map((page) => ({ ...page, id: String(page.number) }))
  return (
    <div className={css.strip}>
      <Shelf
        name={t('book.pages')}
        items={items}
        render={(page) => (
          <Link
            to="/read/$bookId"
            params={{ bookId: book.id }}
            search={{ page: String(page.number) }}
            aria-label={t('book.openAtPage', { page: page.number })}
            className={css.page}
          >
            <PageThumb bookId={book.id} page={page} width={160} />
            <span className={`num ${css.number}`}>{page.number}</span>
          </Link>
        )}
      />
    </div>
  )
}
