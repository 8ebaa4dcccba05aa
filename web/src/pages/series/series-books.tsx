import { ActionIcon } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { usePreference } from '../../api/preferences.ts'
import type { Book } from '../../api/shapes.ts'
import { BulkBar } from '../../browse/bulk-bar.tsx'
import { type CoverSize, coverSizes } from '../../browse/columns.ts'
import { ItemMenu } from '../../browse/item-menu.tsx'
import { BookRow } from '../../browse/list-row.tsx'
import { useSelection } from '../../browse/use-selection.ts'
import { BookCard } from '../../cover/card.tsx'
import { CardSkeleton } from '../../cover/skeleton.tsx'
import { t } from '../../messages/t.ts'
import css from './series-books.module.css'

/** The books of a series with their read state. A series is short enough to be there as a whole. */
export function SeriesBooks({ books }: { books: Book[] | undefined }) {
  const [size] = usePreference<CoverSize>('cover.size', 'm')
  const [view, setView] = usePreference<'grid' | 'list'>('series.view', 'grid')
  const chosen = useSelection<Book>((index) => books?.[index])
  const width = { '--cover': `${coverSizes[size]}px` } as React.CSSProperties
  if (books?.length === 0) return <p className="quiet">{t('series.noBooks')}</p>
  return (
    <section className={css.books}>
      <header className={css.head}>
        <h2 className={`work ${css.title}`}>{t('series.books')}</h2>
        <ActionIcon
          aria-label={view === 'grid' ? t('view.list') : t('view.grid')}
          onClick={() => setView(view === 'grid' ? 'list' : 'grid')}
        >
          {view === 'grid' ? <IconList size={18} stroke={1.5} /> : <IconLayoutGrid size={18} stroke={1.5} />}
        </ActionIcon>
      </header>
      {!books ? (
        <ul className={css.grid} style={width}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <li key={place}>
              <CardSkeleton />
            </li>
          ))}
        </ul>
      ) : (
        <ul className={view === 'grid' ? css.grid : css.list} style={width}>
          {books.map((book, index) => (
            <li key={book.id}>
              {view === 'grid' ? (
                <BookCard
                  book={book}
                  among
                  selection={chosen.of(book, index)}
                  menu={<ItemMenu kind="books" item={book} />}
                />
              ) : (
                <BookRow book={book} among menu={<ItemMenu kind="books" item={book} />} />
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen.active && books && (
        <BulkBar
          kind="books"
          ids={chosen.items.map((book) => book.id)}
          total={books.length}
          all={() => chosen.add(books)}
          stop={chosen.stop}
        />
      )}
    </section>
  )
}
