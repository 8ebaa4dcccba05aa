import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { bookPagesQuery, bookQuery } from '../api/item-queries.ts'
import { preferencesQuery, usePreference } from '../api/preferences.ts'
import type { Book, Progression } from '../api/types.ts'
import { needsPassword } from '../cover/needs-password.ts'
import { renewDownload } from '../offline/downloads.ts'
import { queuedRequestBody } from '../offline/queued-requests.ts'
import { useDocumentTitle } from '../parts/use-document-title.ts'
import { BookOpenError } from './book-open-error.tsx'
import { isDataSaverOn } from './is-data-saver-on.ts'
import { ReaderLoading } from './reader-loading.tsx'
import { useNoSwipeBack } from './use-no-swipe-back.ts'

const route = getRouteApi('/signed-in/read/$bookId')
const ComicReader = lazy(() => import('./comic/comic-reader.tsx').then((it) => ({ default: it.ComicReader })))
const PdfReader = lazy(() => import('./pdf/pdf-reader.tsx').then((it) => ({ default: it.PdfReader })))
const EpubReader = lazy(() => import('./epub/epub-reader.tsx').then((it) => ({ default: it.EpubReader })))

export function ReaderPage() {
  const { bookId } = route.useParams()
  const { page, incognito } = route.useSearch()
  const detail = useQuery({
    ...bookQuery(bookId),
    refetchInterval: ({ state }) => (state.data && isUnanalysed(state.data.book) ? untilAnalysed : false),
  })
  useDocumentTitle(detail.data?.book.title)
  useNoSwipeBack()
  const close = useClose(bookId)
  // An open book stays readable even while the server is down or the file is gone.
  if (detail.isLoadingError) return <BookOpenError error={detail.error} retry={detail.refetch} close={close} />
  if (!detail.data) return <ReaderLoading />
  return (
    <Suspense fallback={<ReaderLoading />}>
      <Open
        key={bookId}
        book={detail.data.book}
        fileVersion={detail.data.fileVersion}
        page={page ? Number(page) : undefined}
        incognito={incognito === '1'}
        close={close}
      />
    </Suspense>
  )
}

type OpenProps = {
  book: Book
  fileVersion: string | undefined
  page: number | undefined
  incognito: boolean
  close: () => void
}

function Open({ book, fileVersion, page, incognito, close }: OpenProps) {
  const [firstVersion] = useState(fileVersion)
  useRenewedDownload(book)
  // Saved settings of the series determine the first page's layout: without them it would jump.
  const preferences = useQuery(preferencesQuery)
  // Webtoons are read as strips, whatever their file format; any other PDF is a document unless the user chose
  // otherwise.
  const [asComic] = usePreference(`reader.pdf-as-comic.${book.seriesId}`, book.readingDirection === 'webtoon')
  const pages = useQuery({
    ...bookPagesQuery(book.id),
    enabled: book.fileFormat !== 'epub',
    refetchInterval: ({ state }) => (state.data?.length === 0 && !book.analysisError ? untilAnalysed : false),
  })
  if (preferences.isPending) return <ReaderLoading />
  // A book with some protected pages opens without them.
  if (needsPassword(book) && book.pageCount === 0)
    return <BookOpenError book={book} retry={pages.refetch} close={close} />
  if (book.fileFormat === 'epub') return <EpubReader book={book} startAt={page} incognito={incognito} close={close} />
  if (pages.isLoadingError) return <BookOpenError book={book} error={pages.error} retry={pages.refetch} close={close} />
  if (!pages.data) return <ReaderLoading />
  if (pages.data.length === 0) return <BookOpenError book={book} retry={pages.refetch} close={close} />
  const savedPage = book.readProgress && !book.readProgress.completed ? book.readProgress.currentPage : 1
  const unsent =
    queuedRequestBody<{ currentPage: number }>(`/books/${book.id}/progress`)?.currentPage ??
    queuedRequestBody<Pick<Progression, 'locator'>>(`/books/${book.id}/progression`)?.locator.locations?.position
  const begun = unsent === undefined ? savedPage : unsent < pages.data.length ? unsent : 1
  // If the file is replaced meanwhile, the book opens again where one was.
  const wanted = fileVersion === firstVersion ? (page ?? begun) : begun
  const startAt = Math.min(Math.max(1, wanted), pages.data.length)
  const Reader = book.fileFormat === 'pdf' && !asComic ? PdfReader : ComicReader
  return (
    <Reader key={fileVersion} book={book} pages={pages.data} startAt={startAt} incognito={incognito} close={close} />
  )
}

/** A book that a scan has just found opens as soon as its file is analysed. */
const untilAnalysed = 2000

function isUnanalysed(book: Book): boolean {
  return book.pageCount === 0 && !book.analysisError
}

/** A downloaded book stays the one that is read. */
function useRenewedDownload(book: Book) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another file matters
  useEffect(() => {
    if (isDataSaverOn()) return
    void renewDownload(book, async (...args) => (await import('./urls-for-offline.ts')).urlsForOffline(...args))
  }, [book.id, book.fileHash, book.analyzed])
}

function useClose(bookId: string) {
  const router = useRouter()
  return () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    // Jumps inside a book are history entries, which closing the book skips.
    const state = router.history.location.state as { __TSR_index?: number; jumps?: number }
    const steps = (state.jumps ?? 0) + 1
    if ((state.__TSR_index ?? 0) >= steps) router.history.go(-steps)
    else void router.navigate({ to: '/books/$bookId', params: { bookId }, replace: true })
  }
}
