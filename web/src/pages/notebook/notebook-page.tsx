import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { Annotation, AnnotationColor, Page } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { HighlightColorFilter } from '../../reader/annotations/highlight-color-filter.tsx'
import { BookHighlights } from './book-highlights.tsx'
import { ExportHighlightsMenu } from './export-highlights-menu.tsx'
import css from './notebook-page.module.css'

/** All of the viewer's highlights and notes, in all books. */
export function NotebookPage() {
  useDocumentTitle(t('notebook.title'))
  const [text, setText] = useState('')
  const [color, setColor] = useState<AnnotationColor>()
  const [search] = useDebouncedValue(text.trim(), 250)
  const found = useInfiniteQuery({
    queryKey: ['annotations', 'list', { search, color }],
    queryFn: ({ pageParam: page, signal }) =>
      api.get<Page<Annotation>>('/annotations', { query: { search, color, page, pageSize: 100 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  if (found.isLoadingError) return <ErrorState error={found.error} retry={found.refetch} />
  if (!found.data) return null
  const total = found.data.pages[0]?.total ?? 0
  const isFiltered = search !== '' || color !== undefined
  if (total === 0 && !isFiltered && text === '')
    return (
      <EmptyState isPage title={t('notebook.empty.title')} text={t('notebook.empty.text')}>
        <BrowseAllBooksButton />
      </EmptyState>
    )
  const groups = Map.groupBy(
    found.data.pages.flatMap(({ data }) => data),
    ({ bookId }) => bookId,
  )
  return (
    <>
      <PageTitle detail={t('notebook.count', { count: total })}>{t('notebook.title')}</PageTitle>
      <div className={css.filters}>
        <TextInput
          className={css.search}
          type="search"
          aria-label={t('annotations.search')}
          placeholder={t('annotations.search')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <HighlightColorFilter color={color} choose={setColor} />
        <ExportHighlightsMenu path="/annotations/export" label={t('notebook.export')}>
          {t('notebook.export')}
        </ExportHighlightsMenu>
      </div>
      {total === 0 && <p className="quiet">{t('annotations.noneFound')}</p>}
      {[...groups].map(([bookId, annotations]) => (
        <BookHighlights key={bookId} bookId={bookId} annotations={annotations} />
      ))}
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('notebook.more')}
        </Button>
      )}
    </>
  )
}
