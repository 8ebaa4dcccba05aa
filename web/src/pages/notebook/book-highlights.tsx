import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCoverUrl } from '../../api/cover-url.ts'
import { bookQuery } from '../../api/item-queries.ts'
import type { Annotation } from '../../api/types.ts'
import { Cover } from '../../cover/cover.tsx'
import { timeAgo } from '../../messages/format-times.ts'
import { t } from '../../messages/t.ts'
import { AnnotationText } from '../../reader/annotations/annotation-text.tsx'
import { locatorOfAnnotation } from '../../reader/annotations/locator-range.ts'
import { ExportHighlightsMenu } from './export-highlights-menu.tsx'
import css from './notebook-page.module.css'

/** The highlights of one book, in reading order, each with a link to its position. */
export function BookHighlights({ bookId, annotations }: { bookId: string; annotations: Annotation[] }) {
  const { data } = useQuery(bookQuery(bookId))
  const book = data?.book
  const url = useCoverUrl('books', bookId, book?.updatedAt)
  const inOrder = annotations.toSorted((one, other) => placeIn(one) - placeIn(other))
  const title = book?.title ?? ''
  return (
    <section className={css.book}>
      <header className={css.head}>
        <div className={css.cover}>
          <Cover url={book && url} title={title} seed={bookId} colour={book?.coverColor} width={40} />
        </div>
        <h2 className={`work ${css.title}`} dir="auto">
          <Link to="/books/$bookId" params={{ bookId }}>
            {title}
          </Link>
        </h2>
        <ExportHighlightsMenu
          path={`/books/${bookId}/annotations/export`}
          label={t('notebook.exportBook', { title })}
          variant="subtle"
        >
          <IconDownload size={18} stroke={1.5} aria-hidden />
        </ExportHighlightsMenu>
      </header>
      <ul className={css.list}>
        {inOrder.map((each) => (
          <li key={each.id}>
            <Link to="/read/$bookId" params={{ bookId }} search={{ note: each.id }} className={css.entry}>
              <AnnotationText annotation={each} />
              <span className={css.when}>
                {[locatorOfAnnotation(each).title, timeAgo(each.createdAt)].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const placeIn = ({ locator }: Annotation) => locator.locations?.totalProgression ?? 0
