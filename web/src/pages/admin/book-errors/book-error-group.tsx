import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showMessage } from '../../../api/show-message.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { t } from '../../../messages/t.ts'
import { CopyableFilePath } from '../copyable-file-path.tsx'
import {
  type BookErrorType,
  type BookWithErrors,
  booksWithErrorQuery,
  retryBookAnalysis,
  retryBooksWithErrors,
} from './book-errors-api.ts'
import css from './book-errors-page.module.css'

type GroupProps = { type: BookErrorType; count: number; libraryId: string | undefined }

export function BookErrorGroup({ type, count, libraryId }: GroupProps) {
  const [open, setOpen] = useState(true)
  const retry = useMutation({
    mutationFn: () => retryBooksWithErrors(type, libraryId),
    onSuccess: (count) => showMessage(t('analysisErrors.retried', { count })),
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...booksWithErrorQuery(type, libraryId),
    enabled: open,
  })
  const books =
    data?.pages.flatMap((page) => page.groups.find(({ errorType }) => errorType === type)?.books ?? []) ?? []
  return (
    <section className={css.group} aria-labelledby={`error-${type}`}>
      <header className={css.head}>
        <button type="button" className={css.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconChevronRight className={css.chevron} size={20} stroke={1.5} aria-hidden />
          <h2 className={`work ${css.name}`} id={`error-${type}`}>
            {t(`analysisError.${type}`)}
          </h2>
          <span className={`num ${css.count}`}>{t('count.books', { count })}</span>
        </button>
        <Button
          variant="default"
          size="xs"
          loading={retry.isPending}
          onClick={() => retry.mutate()}
          aria-label={`${t('analysisErrors.retryType')}: ${t(`analysisError.${type}`)}`}
        >
          {t('analysisErrors.retryType')}
        </Button>
      </header>
      {open && (
        <>
          <p className={css.what}>
            {t(`analysisError.${type}.what`)} <span className={css.advice}>{t(`analysisError.${type}.do`)}</span>
          </p>
          <ul className={css.books}>
            {books.map((item) => (
              <Book key={item.book.id} item={item} type={type} />
            ))}
          </ul>
          {hasNextPage && (
            <Button
              variant="default"
              size="xs"
              mt="sm"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('common.more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Book({ item: { book, errors }, type }: { item: BookWithErrors; type: BookErrorType }) {
  const retry = useMutation({
    mutationFn: () => retryBookAnalysis(book.id),
    onSuccess: (count) => showMessage(t('analysisErrors.retried', { count })),
  })
  const own = errors.filter(({ errorType }) => errorType === type)
  return (
    <li className={css.book}>
      <div className={css.words}>
        <p className={css.title}>
          <Link to="/books/$bookId" params={{ bookId: book.id }}>
            {book.title}
          </Link>
          <span className={css.series}>{book.seriesName}</span>
        </p>
        {own.map(({ message, reason, occurredAt }) => (
          <p key={occurredAt + message} className={css.message}>
            {reasonText(reason, message)} <span className="quiet">{timeAgo(occurredAt)}</span>
          </p>
        ))}
        <CopyableFilePath path={book.filePath} />
      </div>
      <Button
        variant="default"
        size="xs"
        loading={retry.isPending}
        aria-label={`${t('common.retry')}: ${book.title}`}
        onClick={() => retry.mutate()}
      >
        {t('common.retry')}
      </Button>
    </li>
  )
}
