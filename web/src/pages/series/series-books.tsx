import { ActionIcon } from '@mantine/core'
import { IconArrowsSort, IconCheckbox, IconCircleDashed } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { usePreference } from '../../api/preferences.ts'
import type { Book } from '../../api/types.ts'
import { FullyLoadedList } from '../../browse/fully-loaded-list.tsx'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { LazyViewMenu } from '../../browse/lazy-view-menu.tsx'
import { rowPlaceholder } from '../../browse/row-placeholder.tsx'
import { isBookRead } from '../../cover/book-progress.ts'
import { BookCard } from '../../cover/item-card.tsx'
import type { ItemSelectionState } from '../../cover/select-checkbox.tsx'
import { lazyComponent } from '../../messages/lazy-component.ts'
import { t } from '../../messages/t.ts'
import { LazyBoundary } from '../../parts/lazy-boundary.tsx'
import { tooltipProps } from '../../parts/tooltip.ts'
import css from './series-books.module.css'

const route = getRouteApi('/signed-in/framed/series/$seriesId')
/** Most people look at covers. */
const BookListRow = lazyComponent(() => import('../../browse/list-row.tsx').then((it) => ({ default: it.BookListRow })))
const icon = { size: 18, stroke: 1.5 } as const

/** The books of a series with their read state: all or only unread, in either order. */
export function SeriesBooks({ books }: { books: Book[] | undefined }) {
  const [view, setView] = usePreference<'grid' | 'list'>('series.view', 'grid')
  const { only, order } = route.useSearch()
  const navigate = route.useNavigate()
  const unreadOnly = only === 'unread'
  const reversed = order === 'desc'
  const shown = useMemo(() => {
    const wanted = unreadOnly ? books?.filter((book) => !isBookRead(book)) : books
    return reversed ? wanted?.toReversed() : wanted
  }, [books, unreadOnly, reversed])
  const draw = useCallback(
    (book: Book, selection: ItemSelectionState) => {
      const menu = <ItemMenuButton kind="books" item={book} selection={selection} />
      if (view === 'grid') return <BookCard book={book} among selection={selection} menu={menu} />
      return (
        <LazyBoundary fallback={rowPlaceholder(book)}>
          <BookListRow book={book} among selection={selection} menu={menu} />
        </LazyBoundary>
      )
    },
    [view],
  )
  if (books?.length === 0) return <p className="quiet">{t('series.noBooks')}</p>
  const go = (change: { only?: string; order?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })
  return (
    <section className={css.books}>
      <FullyLoadedList
        kind="books"
        items={shown}
        label={t('series.books')}
        view={view}
        draw={draw}
        head={(select) => (
          <header className={css.head}>
            <h2 className={`work ${css.title}`}>{t('series.books')}</h2>
            {books && books.length > 1 && (
              <>
                <Tool
                  label={t('series.unreadOnly')}
                  pressed={unreadOnly}
                  act={() => go({ only: unreadOnly ? undefined : 'unread' })}
                >
                  <IconCircleDashed {...icon} />
                </Tool>
                <Tool
                  label={t('series.lastFirst')}
                  pressed={reversed}
                  act={() => go({ order: reversed ? undefined : 'desc' })}
                >
                  <IconArrowsSort {...icon} />
                </Tool>
              </>
            )}
            <LazyViewMenu view={view} setView={setView} />
            <Tool label={t('select.start')} act={select}>
              <IconCheckbox {...icon} />
            </Tool>
          </header>
        )}
      />
      {shown?.length === 0 && <p className="quiet">{t('series.allRead')}</p>}
    </section>
  )
}

type ToolProps = { label: string; pressed?: boolean; act: () => void; children: ReactNode }

function Tool({ label, pressed, act, children }: ToolProps) {
  return (
    <ActionIcon {...tooltipProps(label)} className={css.tool} aria-label={label} aria-pressed={pressed} onClick={act}>
      {children}
    </ActionIcon>
  )
}
