import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheckbox, IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useCallback } from 'react'
import { usePreference } from '../../api/preferences.ts'
import type { Book } from '../../api/shapes.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { BookRow } from '../../browse/list-row.tsx'
import { WholeList } from '../../browse/whole-list.tsx'
import { BookCard, type Selection } from '../../cover/card.tsx'
import { t } from '../../messages/t.ts'
import css from './series-books.module.css'

/** The books of a series with their read state. */
export function SeriesBooks({ books }: { books: Book[] | undefined }) {
  const [view, setView] = usePreference<'grid' | 'list'>('series.view', 'grid')
  const draw = useCallback(
    (book: Book, selection: Selection) => {
      const menu = <ItemMenu kind="books" item={book} />
      if (view === 'grid') return <BookCard book={book} among selection={selection} menu={menu} />
      return <BookRow book={book} among selection={selection} menu={menu} />
    },
    [view],
  )
  if (books?.length === 0) return <p className="quiet">{t('series.noBooks')}</p>
  const other = view === 'grid' ? t('view.list') : t('view.grid')
  return (
    <section className={css.books}>
      <WholeList
        kind="books"
        items={books}
        label={t('series.books')}
        view={view}
        draw={draw}
        head={(select) => (
          <header className={css.head}>
            <h2 className={`work ${css.title}`}>{t('series.books')}</h2>
            <Tooltip label={other}>
              <ActionIcon aria-label={other} onClick={() => setView(view === 'grid' ? 'list' : 'grid')}>
                {view === 'grid' ? <IconList size={18} stroke={1.5} /> : <IconLayoutGrid size={18} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('select.start')}>
              <ActionIcon aria-label={t('select.start')} onClick={select}>
                <IconCheckbox size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          </header>
        )}
      />
    </section>
  )
}
