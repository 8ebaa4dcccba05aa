import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconListNumbers, IconSearch, IconStack2, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { coverUrl } from '../api/cover-url.ts'
import { quickSearchQuery, type SearchResults } from '../api/search.ts'
import { Cover } from '../cover/cover.tsx'
import { bookDetail, seriesDetail } from '../cover/item-text.ts'
import { t } from '../messages/t.ts'
import css from './search-palette.module.css'

type Option = { id: string; group: string; title: string; detail: string; mark: ReactNode; link: LinkProps }

/** Instant results while typing, grouped, the keyboard first. Enter on the words themselves opens the full page. */
export default function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 120)
  const [at, setAt] = useState(0)
  const list = useId()
  const router = useRouter()
  const { data, isFetching } = useQuery(quickSearchQuery(asked))
  const options = asked && data ? optionsOf(data, asked) : []
  const chosen = options[Math.min(at, options.length - 1)]

  const go = (option: Option | undefined) => {
    if (!option) return
    close()
    void router.navigate(option.link)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length)
    }
    if (event.key === 'Enter') go(chosen ?? allResults(text.trim()))
  }

  return (
    <Modal.Root opened onClose={close} size={640} padding={0} yOffset="10vh" transitionProps={{ duration: 120 }}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('search.title')} className={css.palette}>
        <Modal.Body className={css.body}>
          <div className={css.field}>
            <IconSearch size={20} stroke={1.5} aria-hidden />
            <input
              className={css.input}
              type="search"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={list}
              aria-activedescendant={chosen && `${list}-${chosen.id}`}
              aria-label={t('search.hint')}
              placeholder={t('search.hint')}
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
          <div className={css.results} role="listbox" id={list} aria-label={t('search.title')} tabIndex={-1}>
            {options.map((option, index) => (
              <div key={option.id}>
                {option.group !== options[index - 1]?.group && <div className={css.group}>{option.group}</div>}
                <div
                  id={`${list}-${option.id}`}
                  className={css.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === chosen}
                  onPointerMove={() => setAt(index)}
                  onClick={() => go(option)}
                  onKeyDown={onKey}
                >
                  <span className={css.mark}>{option.mark}</span>
                  <span className={css.text}>
                    <span className={`work ${css.title}`} dir="auto">
                      {option.title}
                    </span>
                    <span className={css.detail} dir="auto">
                      {option.detail}
                    </span>
                  </span>
                </div>
              </div>
            ))}
            {!asked && <p className={css.hint}>{t('search.start')}</p>}
            {asked && data && options.length === 1 && !isFetching && (
              <p className={css.hint}>{t('search.nothing', { query: asked })}</p>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function optionsOf(found: SearchResults, text: string): Option[] {
  const options: Option[] = []
  for (const series of found.series)
    options.push({
      id: series.id,
      group: t('search.series'),
      title: series.title,
      detail: seriesDetail(series),
      mark: <Cover url={coverUrl('series', series.id, series.updatedAt)} title="" seed={series.id} />,
      link: { to: '/series/$seriesId', params: { seriesId: series.id } },
    })
  for (const book of found.books)
    options.push({
      id: book.id,
      group: t('search.books'),
      title: book.title,
      detail: `${book.seriesName} · ${bookDetail(book)}`,
      mark: <Cover url={coverUrl('books', book.id, book.updatedAt)} title="" seed={book.id} />,
      link: { to: '/books/$bookId', params: { bookId: book.id } },
    })
  for (const person of found.people)
    options.push({
      id: `person-${person.name.replace(/\W/g, '-')}`,
      group: t('search.people'),
      title: person.name,
      detail: t('count.series', { count: person.seriesCount }),
      mark: <IconUser size={20} stroke={1.5} />,
      link: { to: '/libraries/$libraryId', params: { libraryId: 'all' }, search: { author: person.name } },
    })
  for (const each of found.collections)
    options.push({
      id: each.id,
      group: t('search.collections'),
      title: each.name,
      detail: t('count.series', { count: each.seriesCount }),
      mark: <IconStack2 size={20} stroke={1.5} />,
      link: { to: '/collections/$collectionId', params: { collectionId: each.id } },
    })
  for (const each of found.readLists)
    options.push({
      id: each.id,
      group: t('search.readLists'),
      title: each.name,
      detail: t('count.books', { count: each.bookCount }),
      mark: <IconListNumbers size={20} stroke={1.5} />,
      link: { to: '/read-lists/$readListId', params: { readListId: each.id } },
    })
  return [...options, allResults(text)]
}

function allResults(text: string): Option {
  return {
    id: 'all',
    group: '',
    title: t('search.all', { query: text }),
    detail: '',
    mark: <IconSearch size={20} stroke={1.5} />,
    link: { to: '/search', search: { q: text } },
  }
}
