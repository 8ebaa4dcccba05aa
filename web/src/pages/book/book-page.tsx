import { ActionIcon, Alert, Button, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Fragment, lazy, Suspense, useState } from 'react'
import { analyze } from '../../api/actions.ts'
import { bookQuery, listsWithQuery } from '../../api/catalogue.ts'
import { isLost } from '../../api/problem.ts'
import { useMay } from '../../api/session.ts'
import type { Book, BookDetail, BookMetadata } from '../../api/shapes.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { useCoverUrl } from '../../cover/cover-url.ts'
import { isRead, placeIn, progressOf } from '../../cover/describe.ts'
import { IdentifyTool } from '../../identify/identify-tool.tsx'
import { bytes, day, languageName } from '../../messages/format.ts'
import { t } from '../../messages/t.ts'
import { OfflineButton } from '../../offline/offline-button.tsx'
import { LinkButton } from '../../parts/links.tsx'
import { ErrorState } from '../../parts/state.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { Credits } from '../../work/credits.tsx'
import { Details } from '../../work/details.tsx'
import { Names } from '../../work/names.tsx'
import { Stars } from '../../work/stars.tsx'
import { Summary } from '../../work/summary.tsx'
import { WantTool } from '../../work/want-tool.tsx'
import { WorkHead } from '../../work/work-head.tsx'
import { SeriesSkeleton } from '../series/series-skeleton.tsx'
import { Neighbours } from './neighbours.tsx'
import { PageStrip } from './page-strip.tsx'

const route = getRouteApi('/inside/framed/books/$bookId')
const BookEditor = lazy(() => import('./book-editor.tsx'))

export function BookPage() {
  const { bookId } = route.useParams()
  const detail = useQuery(bookQuery(bookId))
  useTitle(detail.data?.book.title)
  if (isLost(detail)) return <ErrorState error={detail.error} retry={detail.refetch} />
  if (!detail.data) return <SeriesSkeleton />
  return <BookView key={bookId} detail={detail.data} />
}

function BookView({ detail }: { detail: BookDetail }) {
  const { book, metadata } = detail
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const mayEdit = useMay('BooksWrite')
  const coverUrl = useCoverUrl('books', book.id, book.updatedAt)
  const read = isRead(book)
  const begun = book.readProgress && !read
  return (
    <>
      <WorkHead
        coverUrl={coverUrl}
        seed={book.id}
        title={book.title}
        lang={metadata?.languageIso}
        progress={progressOf(book)}
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
          metadata?.publisher,
          metadata?.languageIso && languageName(metadata.languageIso),
          t('count.pages', { count: book.pageCount }),
          begun && placeIn(book),
          read && book.readProgress?.completedAt && t('book.completedAt', { date: day(book.readProgress.completedAt) }),
        ]}
        actions={
          <>
            <LinkButton to="/read/$bookId" params={{ bookId: book.id }} data-main size="md" disabled={!book.pageCount}>
              {begun ? t('action.continue') : read ? t('action.readAgain') : t('action.read')}
            </LinkButton>
            <OfflineButton book={book} />
            {mayEdit && (
              <Tooltip label={t('action.editMetadata')}>
                <ActionIcon variant="default" size={36} aria-label={t('edit.book')} onClick={() => setEditing(true)}>
                  <IconPencil size={18} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            )}
            {mayEdit && <IdentifyTool noun="book" id={book.id} title={book.title} libraryId={book.libraryId} />}
            <WantTool kind="books" id={book.id} />
            <ItemMenu
              kind="books"
              item={book}
              gone={() => void navigate({ to: '/series/$seriesId', params: { seriesId: book.seriesId } })}
            />
            <Stars kind="books" id={book.id} />
          </>
        }
      >
        <Trouble book={book} />
        {metadata?.summary && <Summary text={metadata.summary} lang={metadata.languageIso} />}
        <Names group="genre" names={metadata?.genres ?? []} />
      </WorkHead>
      {book.fileFormat !== 'epub' && book.analyzed && <PageStrip book={book} />}
      <Neighbours bookId={book.id} />
      <BookDetails book={book} metadata={metadata} />
      {editing && (
        <Suspense fallback={null}>
          <BookEditor detail={detail} close={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function Trouble({ book }: { book: Book }) {
  const mayRetry = useMay('BooksWrite')
  if (!book.analysisError && !book.deleted) return null
  return (
    <Alert
      mb="lg"
      color="warning"
      variant="light"
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
      title={book.deleted ? t('book.deleted') : t('book.broken')}
    >
      {book.analysisError && <p>{book.analysisError}</p>}
      {book.analysisError && mayRetry && (
        <Button size="xs" variant="default" onClick={() => analyze('books', [book.id])}>
          {t('book.retry')}
        </Button>
      )}
    </Alert>
  )
}

function BookDetails({ book, metadata }: { book: Book; metadata: BookMetadata | null }) {
  const { data: lists = [] } = useQuery(listsWithQuery('books', book.id))
  return (
    <Details
      title={t('book.file')}
      details={[
        { name: t('book.format'), value: book.fileFormat.toUpperCase() },
        { name: t('book.size'), value: bytes(book.fileSize) },
        { name: t('series.added'), value: day(book.createdAt) },
        metadata?.isbns?.length && { name: t('book.isbn'), value: metadata.isbns.join(', ') },
        metadata?.tags?.length && { name: t('series.tags'), value: <Names group="tag" names={metadata.tags} /> },
        lists.length > 0 && {
          name: t('nav.readLists'),
          value: lists.map((list, index) => (
            <Fragment key={list.id}>
              {index > 0 && ' · '}
              <Link to="/read-lists/$readListId" params={{ readListId: list.id }}>
                {list.name}
              </Link>
            </Fragment>
          )),
        },
        { name: t('book.path'), value: book.filePath },
      ]}
    />
  )
}
