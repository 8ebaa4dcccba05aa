import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCoverUrl } from '../../api/cover-url.ts'
import { useIsSeriesHidden } from '../../api/hidden-series.ts'
import { seriesBooksQuery, seriesQuery } from '../../api/item-queries.ts'
import { errorReplacesContent } from '../../api/problem.ts'
import { useIsActionAllowed, usePermission } from '../../api/session.ts'
import type { Book, FullSeries, Series } from '../../api/types.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { findBookToContinue } from '../../cover/book-to-continue.ts'
import { titleWithoutSeries } from '../../cover/item-text.ts'
import { Credits } from '../../item/credits.tsx'
import { FacetLink } from '../../item/facet-link.tsx'
import { ItemHeader } from '../../item/item-header.tsx'
import { LazyStarRating } from '../../item/lazy-star-rating.tsx'
import { Summary } from '../../item/summary.tsx'
import { TagLinks } from '../../item/tag-links.tsx'
import { WantToReadButton } from '../../item/want-to-read-button.tsx'
import { languageName } from '../../messages/format-values.ts'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { RenderAfterPaint } from '../../parts/render-after-paint.tsx'
import { tooltipProps } from '../../parts/tooltip.ts'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { SeriesBooks } from './series-books.tsx'
import { SeriesSkeleton } from './series-skeleton.tsx'

const route = getRouteApi('/signed-in/framed/series/$seriesId')
const RelatedSeries = lazyComponent(() => import('./related-series.tsx'))
const SeriesDetails = lazyComponent(() => import('./series-details.tsx'))
const SeriesPluginButtons = lazyComponent(() => import('./series-plugin-buttons.tsx'))
const SeriesEditor = lazyComponent(() => import('../../edit/series-editor.tsx'))

export function SeriesPage() {
  const { seriesId } = route.useParams()
  const series = useQuery(seriesQuery(seriesId))
  const books = useQuery(seriesBooksQuery(seriesId))
  useDocumentTitle(series.data?.metadata.title)
  const lost = [series, books].find(errorReplacesContent)
  if (lost) return <ErrorState error={lost.error} retry={lost.refetch} />
  if (!series.data) return <SeriesSkeleton />
  return <SeriesView key={seriesId} series={series.data} books={books.data} />
}

function SeriesView({ series, books }: { series: FullSeries; books: Book[] | undefined }) {
  const { metadata } = series
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const mayEdit = usePermission('SeriesWrite')
  const isHidden = useIsSeriesHidden(series.id)
  const unread = series.unreadCount ?? series.bookCount
  const isRead = unread === 0 && series.bookCount > 0
  const coverUrl = useCoverUrl('series', series.id, series.updatedAt)
  return (
    <>
      <ItemHeader
        coverUrl={coverUrl}
        seed={series.id}
        title={metadata.title}
        lang={metadata.language}
        progress={series.bookCount > unread ? 1 - unread / series.bookCount : undefined}
        read={isRead}
        over={
          <Link to="/libraries/$libraryId" params={{ libraryId: series.libraryId }}>
            {series.libraryName}
          </Link>
        }
        under={<Credits authors={metadata.authors} />}
        facts={[
          metadata.year,
          metadata.publisher && <FacetLink kind="publisher" name={metadata.publisher} />,
          metadata.status && metadata.status !== 'unknown' && t(`status.${metadata.status}`),
          metadata.language && languageName(metadata.language),
          metadata.totalBookCount && metadata.totalBookCount >= Math.max(2, series.bookCount)
            ? t('series.total', { owned: series.bookCount, total: metadata.totalBookCount })
            : t('count.books', { count: series.bookCount }),
          isRead ? t('progress.read') : unread < series.bookCount && t('count.unread', { count: unread }),
          metadata.ageRating ? t('series.ageValue', { age: metadata.ageRating }) : null,
          isHidden && t('hidden.fact'),
        ]}
        actions={
          <>
            <GoOn books={books} />
            {mayEdit && (
              <ActionIcon
                {...tooltipProps(t('action.editMetadata'))}
                variant="default"
                size={36}
                aria-label={t('edit.series')}
                onClick={() => setEditing(true)}
              >
                <IconPencil size={18} stroke={1.5} />
              </ActionIcon>
            )}
            <WantToReadButton kind="series" id={series.id} />
            <ItemMenuButton
              kind="series"
              item={asSeries(series)}
              onRemoved={() => void navigate({ to: '/libraries/$libraryId', params: { libraryId: series.libraryId } })}
            />
            <LazyStarRating kind="series" id={series.id} />
            {/* At the end, because they come later and only if a plugin has them: nothing moves under the pointer. */}
            <RenderAfterPaint>
              <SeriesPluginButtons series={series} />
            </RenderAfterPaint>
          </>
        }
      >
        {metadata.summary && <Summary text={metadata.summary} lang={metadata.language} />}
        <TagLinks group="genre" names={series.genres.map((genre) => genre.name)} />
      </ItemHeader>
      <SeriesBooks books={books} />
      <RenderAfterPaint>
        <RelatedSeries seriesId={series.id} />
      </RenderAfterPaint>
      <RenderAfterPaint>
        <SeriesDetails series={series} />
      </RenderAfterPaint>
      {editing && (
        <LazyBoundary close={() => setEditing(false)}>
          <SeriesEditor series={series} close={() => setEditing(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

const longest = 32

function GoOn({ books }: { books: Book[] | undefined }) {
  const mayRead = useIsActionAllowed('page_streaming')
  if (!mayRead) return null
  // Keeps its place until the next book is known.
  if (!books)
    return (
      <Button data-main size="md" disabled>
        {t('action.read')}
      </Button>
    )
  const next = findBookToContinue(books)
  if (!next) return null
  const title = titleWithoutSeries(next.book)
  // A long title would push the verb off the button.
  const goOn = title.length > longest ? t('action.continue') : t('series.continueBook', { title })
  const label = { read: t('action.read'), continue: goOn, again: t('action.readAgain') }
  return (
    <LinkButton to="/read/$bookId" params={{ bookId: next.book.id }} data-main size="md">
      {label[next.verb]}
    </LinkButton>
  )
}

function asSeries({ metadata, ...series }: FullSeries): Series {
  const { title, titleSort, summary, publisher, year } = metadata
  return { ...series, title, titleSort, summary, publisher, year }
}
