import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCoverUrl } from '../../api/cover-url.ts'
import { bookQuery } from '../../api/item-queries.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { useIsActionAllowed, usePermission } from '../../api/session.ts'
import type { BookDetail } from '../../api/types.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { bookProgressFraction, isBookRead } from '../../cover/book-progress.ts'
import { readingPositionText } from '../../cover/item-text.ts'
import { Credits } from '../../item/credits.tsx'
import { FacetLink } from '../../item/facet-link.tsx'
import { ItemHeader } from '../../item/item-header.tsx'
import { LazyStarRating } from '../../item/lazy-star-rating.tsx'
import { Summary } from '../../item/summary.tsx'
import { TagLinks } from '../../item/tag-links.tsx'
import { WantToReadButton } from '../../item/want-to-read-button.tsx'
import { dateText, languageName } from '../../messages/format-values.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { RenderAfterPaint } from '../../parts/render-after-paint.tsx'
import { tooltipProps } from '../../parts/tooltip.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { SeriesSkeleton } from '../series/series-skeleton.tsx'
import { AdjacentBookLinks } from './adjacent-book-links.tsx'
import { OfflineDownloadButton } from './offline-download-button.tsx'
import { PageStrip } from './page-strip.tsx'

const route = getRouteApi('/signed-in/framed/books/$bookId')
const BookDetails = lazyComponent(() => import('./book-details.tsx'))
const UnreadableBook = lazyComponent(() => import('./unreadable-book.tsx'))
const IdentifyButton = lazyComponent(() => import('../../identify/identify-button.tsx'))
const BookEditor = lazyComponent(() => import('../../edit/book-editor.tsx'))

export function BookPage() {
  const { bookId } = route.useParams()
  const detail = useQuery(bookQuery(bookId))
  useDocumentTitle(detail.data?.book.title)
  if (errorReplacesContent(detail)) return <ErrorState error={detail.error} retry={detail.refetch} />
  if (!detail.data) return <SeriesSkeleton />
  return <BookView key={bookId} detail={detail.data} />
}

function BookView({ detail }: { detail: BookDetail }) {
  const { book, metadata } = detail
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const mayEdit = usePermission('BooksWrite')
  const mayRead = useIsActionAllowed('page_streaming')
  const coverUrl = useCoverUrl('books', book.id, book.updatedAt)
  const read = isBookRead(book)
  const begun = book.readProgress && !read
  return (
    <>
      <ItemHeader
        coverUrl={coverUrl}
        seed={book.id}
        title={book.title}
        lang={metadata?.languageIso}
        progress={bookProgressFraction(book)}
        read={read}
        over={
          <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }} preload="intent">
            {book.seriesName}
          </Link>
        }
        under={<Credits authors={metadata?.authors ?? null} />}
        facts={[
          metadata?.number && t('book.number', { number: metadata.number }),
          metadata?.releaseDate ?? metadata?.year,
          metadata?.publisher && <FacetLink kind="publisher" name={metadata.publisher} />,
          metadata?.languageIso && languageName(metadata.languageIso),
          t('count.pages', { count: book.pageCount }),
          begun && readingPositionText(book),
          read &&
            book.readProgress?.completedAt &&
            t('book.completedAt', { date: dateText(book.readProgress.completedAt) }),
        ]}
        actions={
          <>
            {mayRead && (
              <LinkButton
                to="/read/$bookId"
                params={{ bookId: book.id }}
                data-main
                size="md"
                disabled={!book.pageCount}
              >
                {begun ? t('action.continue') : read ? t('action.readAgain') : t('action.read')}
              </LinkButton>
            )}
            {mayRead && <OfflineDownloadButton book={book} />}
            {mayEdit && (
              <ActionIcon
                {...tooltipProps(t('action.editMetadata'))}
                variant="default"
                size={36}
                aria-label={t('edit.book')}
                onClick={() => setEditing(true)}
              >
                <IconPencil size={18} stroke={1.5} />
              </ActionIcon>
            )}
            <WantToReadButton kind="books" id={book.id} />
            <ItemMenuButton
              kind="books"
              item={book}
              onRemoved={() => void navigate({ to: '/series/$seriesId', params: { seriesId: book.seriesId } })}
            />
            <LazyStarRating kind="books" id={book.id} />
            {/* At the end, because it comes later and only if a plugin has it: nothing moves under the pointer. */}
            {mayEdit && (
              <RenderAfterPaint>
                <IdentifyButton entity="book" id={book.id} title={book.title} libraryId={book.libraryId} />
              </RenderAfterPaint>
            )}
          </>
        }
      >
        {(book.analysisError || book.deleted) && (
          <LazyBoundary>
            <UnreadableBook book={book} />
          </LazyBoundary>
        )}
        {metadata?.summary && <Summary text={metadata.summary} lang={metadata.languageIso} />}
        <TagLinks group="genre" names={metadata?.genres ?? []} />
      </ItemHeader>
      {book.fileFormat !== 'epub' && book.analyzed && <PageStrip book={book} />}
      <AdjacentBookLinks bookId={book.id} />
      <RenderAfterPaint>
        <BookDetails book={book} metadata={metadata} hasFilePassword={detail.hasFilePassword ?? false} />
      </RenderAfterPaint>
      {editing && (
        <LazyBoundary close={() => setEditing(false)}>
          <BookEditor detail={detail} close={() => setEditing(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
