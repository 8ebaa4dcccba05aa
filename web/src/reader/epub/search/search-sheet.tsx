import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchOptions } from '../../../../../src/formats/fold-text.ts'
import { isProblem } from '../../../api/problem.ts'
import { t } from '../../../messages/t.ts'
import { Sheet } from '../../../parts/sheet.tsx'
import { SearchOptionSwitches } from '../../search-option-switches.tsx'
import { searchInBook } from '../publication.ts'
import css from './search-sheet.module.css'
import type { EpubSearch } from './use-search-hits.ts'

type SearchProps = {
  opened: boolean
  /** Selected text to search for. */
  wanted?: { text: string }
  close: () => void
  bookId: string
  show: (search: EpubSearch) => void
}

/** The server searches: it has the whole text, the browser only one chapter. */
export function SearchSheet({ opened, wanted, close, bookId, show }: SearchProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    if (wanted) setText(wanted.text)
  }, [wanted])
  const [options, setOptions] = useState<SearchOptions>({})
  const [query] = useDebouncedValue(text.trim(), 250)
  const { data, isFetching, error } = useQuery({
    queryKey: ['in-book', bookId, query, options],
    queryFn: ({ signal }) => searchInBook(bookId, query, options, signal),
    enabled: query.length > 1,
  })
  return (
    <Sheet opened={opened} close={close} title={t('reader.search')} width={420}>
      <TextInput
        data-autofocus
        type="search"
        aria-label={t('epub.searchPlaceholder')}
        placeholder={t('epub.searchPlaceholder')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SearchOptionSwitches options={options} change={setOptions} />
      {error && (
        <p className={css.count} role="alert">
          {isProblem(error) ? error.message : t('epub.searchOffline')}
        </p>
      )}
      {data && !isFetching && (
        <p className={`num ${css.count}`} aria-live="polite">
          {data.isComplete
            ? t('epub.searchCount', { count: data.hits.length })
            : t('epub.searchFirst', { count: data.hits.length })}
        </p>
      )}
      <ol className={css.hits}>
        {data?.hits.map((hit, current) => (
          <li key={`${hit.href} ${hit.locator.locations?.progression} ${hit.before}`}>
            <button
              type="button"
              className={css.hit}
              onClick={() => {
                show({ phrase: query, options, hits: data.hits, current })
                close()
              }}
            >
              {hit.title && <span className={css.title}>{hit.title}</span>}
              <span dir="auto">
                {hit.before}
                <mark>{hit.match}</mark>
                {hit.after}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
