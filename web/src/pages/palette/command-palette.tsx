import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHash, IconHistory, IconListNumbers, IconSearch, IconStack2, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { coverUrl } from '../../api/cover-url.ts'
import { homeBookRowQuery, librariesQuery } from '../../api/item-queries.ts'
import { type FoundFacet, type QuickSearchResults, quickSearchQuery } from '../../api/quick-search.ts'
import { useRecentSearches } from '../../api/recent-searches.ts'
import { useMe } from '../../api/session.ts'
import type { Book, FacetKind } from '../../api/types.ts'
import { Cover } from '../../cover/cover.tsx'
import { bookDetailText, bookDetailUnderSeriesName, seriesDetailText } from '../../cover/item-text.ts'
import { t } from '../../messages/t.ts'
import { useTheme } from '../../theme/theme-choice.ts'
import css from './command-palette.module.css'
import { matchingPaletteOptions, type PaletteOption, paletteOptionsFor } from './palette-options.tsx'

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
  const commands = useCommands()
  const suggested = useSuggested()
  // Local options follow every keystroke; results from the server are added when they arrive.
  const typed = text.trim()
  const options = typed
    ? [...matchingPaletteOptions(commands, typed), ...(query && data ? optionsOf(data) : []), allResults(typed)]
    : [...recent.map(recentOption), ...suggested, ...commands.filter(({ id }) => usual.includes(id))]
  const chosen = options[Math.min(at, options.length - 1)]
  const results = useRef<HTMLDivElement>(null)
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
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setAt(0)
              }}
              onKeyDown={onKey}
            />
          </div>
          <div
            ref={results}
            className={css.results}
            role="listbox"
            id={list}
            aria-label={t('search.title')}
            tabIndex={-1}
          >
            {groupsOf(options).map(({ name, members }) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, a fieldset is for forms
              <div key={name} role="group" aria-label={name || t('search.title')}>
                <div className={css.group} aria-hidden>
                  {name}
                </div>
                {members.map(({ option, index }) => (
                  <div
                    key={option.id}
                    id={`${list}-${option.id}`}
                    className={css.option}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option === chosen}
                    onPointerMove={() => setAt(index)}
                    onClick={() => go(option)}
                    onKeyDown={onKey}
                  >
                    <span className={css.mark} aria-hidden>
                      {option.mark}
                    </span>
                    <span className={css.text}>
                      <span className={css.title} dir="auto">
                        {option.title}
                      </span>
                      {option.detail && (
                        <span className={css.detail} dir="auto">
                          {option.detail}
                        </span>
                      )}
                    </span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          <p className={css.hint} role="status" hidden={!(query && data && options.length === 1 && !isFetching)}>
            {query && data && options.length === 1 && !isFetching ? t('search.nothing', { query }) : ''}
          </p>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The most common destinations, offered before anything is typed. */
const usual = ['page-home', 'page-libraries', 'page-collections', 'page-read-lists', 'settings-settings-profile']

function useCommands(): PaletteOption[] {
  const me = useMe()
  const theme = useTheme()
  const router = useRouter()
  const { data: libraries = [] } = useQuery(librariesQuery)
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

function recentOption(text: string, index: number): PaletteOption {
  return {
    id: `recent-${index}`,
    group: t('palette.recent'),
    title: text,
    mark: <IconHistory size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text } },
  }
}

type Group = { name: string; members: { option: PaletteOption; index: number }[] }

function groupsOf(options: PaletteOption[]): Group[] {
  const groups: Group[] = []
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1)
    if (last?.name === option.group) last.members.push({ option, index })
    else groups.push({ name: option.group, members: [{ option, index }] })
  }
  return groups
}

function bookOption(book: Book, group: string): PaletteOption {
  return {
    id: book.id,
    group,
    title: book.title,
    detail: `${book.seriesName} · ${bookDetailText(book)}`,
    mark: <Cover url={coverUrl('books', book.id, book.updatedAt)} title="" seed={book.id} />,
    link: { to: '/books/$bookId', params: { bookId: book.id } },
  }
}

function facetOption({ kind, name, seriesCount }: FoundFacet): PaletteOption {
  return {
    // An id must not contain spaces, and must be unique per name.
    id: `${kind}-${encodeURIComponent(name)}`,
    group: facetGroup(kind),
    title: name,
    detail: t('count.series', { count: seriesCount }),
    mark: kind === 'person' ? <IconUser size={20} stroke={1.5} /> : <IconHash size={20} stroke={1.5} />,
    link: { to: '/browse/$facet', params: { facet: kind }, search: { name } },
  }
}

function facetGroup(kind: FacetKind): string {
  if (kind === 'person') return t('search.people')
  return kind === 'genre' || kind === 'tag' ? t('palette.tags') : t(`facet.${kind}`)
}

function listOption(
  { id, name }: { id: string; name: string },
  group: string,
  detail: string,
  Mark: typeof IconStack2,
) {
  return { id, group, title: name, detail, mark: <Mark size={20} stroke={1.5} /> }
}

function optionsOf(found: QuickSearchResults): PaletteOption[] {
  const options: PaletteOption[] = []
  for (const facet of found.facets) if (facet.kind === 'person') options.push(facetOption(facet))
  for (const series of found.series)
    options.push({
      id: series.id,
      group: t('search.series'),
      title: series.title,
      detail: seriesDetailText(series),
      mark: <Cover url={coverUrl('series', series.id, series.updatedAt)} title="" seed={series.id} />,
      link: { to: '/series/$seriesId', params: { seriesId: series.id } },
    })
  for (const book of found.books) options.push(bookOption(book, t('search.books')))
  for (const facet of found.facets) if (facet.kind !== 'person') options.push(facetOption(facet))
  for (const each of found.collections)
    options.push({
      ...listOption(each, t('search.collections'), t('count.series', { count: each.seriesCount }), IconStack2),
      link: { to: '/collections/$collectionId', params: { collectionId: each.id } },
    })
  for (const each of found.readLists)
    options.push({
      ...listOption(each, t('search.readLists'), t('count.books', { count: each.bookCount }), IconListNumbers),
      link: { to: '/read-lists/$readListId', params: { readListId: each.id } },
    })
  return options
}

function allResults(text: string): PaletteOption {
  return {
    id: 'all',
    group: '',
    title: t('search.all', { query: text }),
    mark: <IconSearch size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text } },
  }
}
