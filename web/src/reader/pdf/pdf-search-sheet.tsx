import { Loader, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SearchOptions } from '../../../../src/formats/fold-text.ts'
import { t } from '../../messages/t.ts'
import { Sheet } from '../../parts/sheet.tsx'
import css from '../epub/search/search-sheet.module.css'
import { SearchOptionSwitches } from '../search-option-switches.tsx'
import type { PdfSearch } from './use-pdf-search.ts'

type SearchProps = {
  opened: boolean
  close: () => void
  search: PdfSearch | undefined
  start: (phrase: string, options?: SearchOptions) => void
  /** The first hit from the current page on. */
  nearest: () => number
  show: (index: number) => void
  labelOf: (page: number) => string
}

/** More than anyone looks through; the rest is reached by stepping from hit to hit. */
const maxShown = 300

export function PdfSearchSheet({ opened, close, search, start, nearest, show, labelOf }: SearchProps) {
  const [text, setText] = useState('')
  const [options, setOptions] = useState<SearchOptions>({})
  const ask = (phrase: string, by: SearchOptions) => start(phrase.trim().length > 1 ? phrase.trim() : '', by)
  /** With the options that are chosen by then. */
  const askLater = useDebouncedCallback((phrase: string) => ask(phrase, options), 300)
  // A search may come from selected text or the URL; one that was ended starts again.
  const opening = useEffectEvent(() => {
    if (!search) return ask(text, options)
    setText(search.phrase)
    setOptions(search.options)
  })
  useEffect(() => {
    if (opened) opening()
  }, [opened])
  const open = (index: number) => {
    show(index)
    close()
  }
  return (
    <Sheet opened={opened} close={close} title={t('reader.search')} width={420} dim={0.1}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (search && search.hits.length > 0) open(search.current ?? nearest())
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
          onChange={(event) => {
            setText(event.currentTarget.value)
            askLater(event.currentTarget.value)
          }}
        />
      </form>
      <SearchOptionSwitches
        options={options}
        change={(next) => {
          setOptions(next)
          ask(text, next)
        }}
      />
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
