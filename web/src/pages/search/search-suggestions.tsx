import { Button, VisuallyHidden } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dismissBookFromInProgress } from '../../api/dismiss-book.ts'
import { facetValuesQuery, homeBookRowQuery } from '../../api/item-queries.ts'
import { useRecentSearches } from '../../api/recent-searches.ts'
import { ItemMenuButton } from '../../browse/item-menu-button.tsx'
import { BookCard } from '../../cover/item-card.tsx'
import { TagLinks } from '../../item/tag-links.tsx'
import { t } from '../../messages/t.ts'
import { CoverRow } from '../../parts/cover-row.tsx'
import css from './search-page.module.css'

/** Before anything is typed: recent searches and suggestions. */
export function SearchSuggestions() {
  const { recent, forget } = useRecentSearches()
  const genres = useQuery(facetValuesQuery('genres', undefined))
  const reading = useQuery(homeBookRowQuery('in-progress'))
  return (
    <div className={css.start}>
      <VisuallyHidden component="h1">{t('search.title')}</VisuallyHidden>
      <p className="quiet">{t('search.start')}</p>
      {recent.length > 0 && (
        <section aria-label={t('palette.recent')}>
          <header className={css.recentHead}>
            <h2 className={`work ${css.startTitle}`}>{t('palette.recent')}</h2>
            <Button variant="subtle" size="compact-sm" onClick={forget}>
              {t('palette.clearRecent')}
            </Button>
          </header>
          <ul className={css.recent}>
            {recent.map((text) => (
              <li key={text}>
                <Link to="/search" search={{ q: text }} className={css.recentLink}>
                  <IconHistory size={18} stroke={1.5} aria-hidden />
                  <span dir="auto">{text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {genres.data && genres.data.length > 0 && (
        <section aria-label={t('series.genres')}>
          <h2 className={`work ${css.startTitle}`}>{t('series.genres')}</h2>
          <TagLinks group="genre" names={genres.data.slice(0, 16)} />
        </section>
      )}
      {reading.data && reading.data.length > 0 && (
        <CoverRow
          name={t('home.continue')}
          items={reading.data.slice(0, 12)}
          render={(book) => (
            <BookCard
              book={book}
              menu={<ItemMenuButton kind="books" item={book} dismiss={() => void dismissBookFromInProgress(book.id)} />}
            />
          )}
        />
      )}
    </div>
  )
}
