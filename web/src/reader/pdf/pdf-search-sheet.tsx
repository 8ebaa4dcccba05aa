import { Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from '../epub/search-sheet.module.css'
import type { PdfSearch } from './use-pdf-search.ts'

type SearchProps = {
  opened: boolean
  close: () => void
  search: PdfSearch | undefined
  start: (phrase: string) => void
  show: (index: number) => void
  labelOf: (page: number) => string
}

/** More than anyone looks through; the rest is reached by stepping from hit to hit. */
const maxShown = 300

export function PdfSearchSheet({ opened, close, search, start, show, labelOf }: SearchProps) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 300)
  useEffect(() => {
    if (opened && asked !== (search?.phrase ?? '')) start(asked.length > 1 ? asked : '')
  }, [opened, asked, search?.phrase, start])
  const open = (index: number) => {
    show(index)
    close()
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.search')} width={420} dim={0.1}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (search && search.hits.length > 0) open(search.current ?? 0)
        }}
      >
        <TextInput
          data-autofocus
          type="search"
          aria-label={t('epub.searchPlaceholder')}
          placeholder={t('epub.searchPlaceholder')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          rightSection={search && !search.isDone && <Loader size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      {search?.error && (
        <p className={css.count} role="alert">
          {search.error}
        </p>
      )}
      {search && !search.error && (
        <p className={`num ${css.count}`} aria-live="polite">
          {!search.isDone
            ? t('pdf.searching', { count: search.hits.length })
            : search.isComplete
              ? t('epub.searchCount', { count: search.hits.length })
              : t('epub.searchFirst', { count: search.hits.length })}
        </p>
      )}
      <ol className={css.hits}>
        {search?.hits.slice(0, maxShown).map((hit, index) => (
          <li key={`${hit.page} ${hit.start}`}>
            <button
              type="button"
              className={css.hit}
              aria-current={index === search.current}
              onClick={() => open(index)}
            >
              <span className={css.title}>
                {[hit.title, t('pdf.pageLabel', { label: labelOf(hit.page ?? 1) })].filter(Boolean).join(' · ')}
              </span>
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
