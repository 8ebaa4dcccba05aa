import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { homeBookRowQuery, librariesQuery } from '../../api/item-queries.ts'
import { LONGEST_SEARCH, quickSearchQuery } from '../../api/quick-search.ts'
import { useRecentSearches } from '../../api/recent-searches.ts'
import { useMe } from '../../api/session.ts'
import type { Library } from '../../api/types.ts'
import { bookDetailUnderSeriesName } from '../../cover/item-text.ts'
import { t } from '../../messages/t.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import css from './command-palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { matchingPaletteOptions, type PaletteOption, paletteOptionsFor } from './palette-options.tsx'
import {
  allResultsOption,
  bookOption,
  insideBooksOption,
  recentOption,
  searchResultOptions,
} from './search-result-options.tsx'

/** The early field contains what was typed before the palette was loaded. */
type Props = { close: () => void; earlyField: RefObject<HTMLInputElement | null> }

/**
 * One field for everything: pages, settings and actions at once; series, books, people, publishers and tags as they are
 * found.
 * While empty, it offers recent searches and books in progress. Enter on the text itself opens the search page.
 */
export default function CommandPalette({ close, earlyField }: Props) {
  const [text, setText] = useState('')
  const takeOver = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field || !earlyField.current) return
      setText(earlyField.current.value)
      field.focus()
    },
    [earlyField],
  )
  const [query] = useDebouncedValue(text.trim(), 120)
  const [at, setAt] = useState(0)
  const list = useId()
  const router = useRouter()
  const { data, isFetching } = useQuery(quickSearchQuery(query))
  const { recent, remember } = useRecentSearches()
  const { data: libraries = noLibraries } = useQuery(librariesQuery)
  const hasText = libraries.some((library) => library.textSearch)
  const commands = useCommands(libraries)
  const suggested = useSuggested()
  // Local options follow every keystroke; results from the server are added when they arrive.
  const typed = text.trim()
  const elsewhere = [allResultsOption(typed), ...(hasText ? [insideBooksOption(typed)] : [])]
  const options = typed
    ? [...matchingPaletteOptions(commands, typed), ...(query && data ? searchResultOptions(data) : []), ...elsewhere]
    : [...recent.map(recentOption), ...suggested, ...commands.filter(({ id }) => usual.includes(id))]
  const foundNothing = query !== '' && data && !isFetching && options.length === elsewhere.length
  const chosen = options[Math.min(at, options.length - 1)]
  const chosenId = chosen && `${list}-${chosen.id}`
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const go = (option: PaletteOption | undefined) => {
    if (!option) return
    remember(option.id === 'all' || !option.id.startsWith('recent-') ? typed : option.title)
    close()
    if (option.act) option.act()
    if (option.link) void router.navigate(option.link)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length)
    }
    if (event.key === 'Home' || event.key === 'End') {
      if (event.currentTarget instanceof HTMLInputElement && typed) return
      event.preventDefault()
      setAt(event.key === 'Home' ? 0 : options.length - 1)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(chosen)
  }

  return (
    <Modal.Root opened onClose={close} size={640} padding={0} yOffset="10vh" transitionProps={{ duration: 120 }}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('search.title')} className={css.palette}>
        <Modal.Body className={css.body}>
          <div className={css.field}>
            <IconSearch size={20} stroke={1.5} aria-hidden />
            <input
              ref={takeOver}
              className={css.input}
              type="search"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={chosenId}
              aria-label={t('palette.hint')}
              placeholder={t('palette.hint')}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              maxLength={LONGEST_SEARCH}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setAt(0)
              }}
              onKeyDown={onKey}
            />
          </div>
          <PaletteList id={list} options={options} chosen={chosen} choose={setAt} go={go} onKey={onKey} />
          <p className={css.hint} role="status" hidden={!foundNothing}>
            {foundNothing ? t('search.nothing', { query }) : ''}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The most common destinations, offered before anything is typed. */
const usual = ['page-home', 'page-libraries', 'page-collections', 'page-read-lists', 'settings-settings-profile']

const noLibraries: Library[] = []

function useCommands(libraries: Library[]): PaletteOption[] {
  const me = useMe()
  const theme = useTheme()
  const router = useRouter()
  return useMemo(
    () =>
      paletteOptionsFor({
        me,
        libraries,
        theme,
        leave: () => void router.navigate({ to: '/sign-in', ignoreBlocker: true }),
      }),
    [me, libraries, theme, router],
  )
}

/** Books in progress. */
function useSuggested(): PaletteOption[] {
  const { data = [] } = useQuery(homeBookRowQuery('in-progress'))
  return data.slice(0, 4).map((book) => ({
    ...bookOption(book, t('home.continue')),
    id: `suggested-${book.id}`,
    title: book.seriesName,
    detail: bookDetailUnderSeriesName(book),
    link: { to: '/read/$bookId', params: { bookId: book.id } },
  }))
}
