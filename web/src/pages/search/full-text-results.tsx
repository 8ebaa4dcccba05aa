import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../../../src/contract/route.ts'
import type { TextHit, textSearch } from '../../../../src/contract/text-search.ts'
import { api } from '../../api/client.ts'
import { useCoverUrl } from '../../api/cover-url.ts'
import { errorTextForField } from '../../api/field-errors.ts'
import { isProblem } from '../../api/problem.ts'
import { Cover } from '../../cover/cover.tsx'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import css from './full-text-results.module.css'

type ResultsProps = { query: string; bookId: string | undefined; heading: React.ReactNode }

/** Matches in the text of the books, grouped by book; each passage links to its position in the reader. */
export function FullTextResults({ query, bookId, heading }: ResultsProps) {
  const condition = bookId ? { bookId: { operator: 'is', value: bookId } } : undefined
  const found = useQuery({
    queryKey: ['text-search', query, bookId],
    queryFn: ({ signal }) =>
      api.post<AnswerOf<typeof textSearch.find>>('/search/text', {
        body: { query, condition, limit: 100, ...(!bookId && { perBook: PER_BOOK }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: (count, error) => count < 2 && !isProblem(error, 'validation_failed'),
    staleTime: 30_000,
  })
  if (found.error && !isProblem(found.error, 'validation_failed')) {
    return <ErrorState error={found.error} retry={found.refetch} />
  }
  const books = Map.groupBy(found.data?.data ?? [], ({ bookId }) => bookId)
  const { total = 0, totalIsExact = true } = found.data ?? {}
  return (
    <>
      {heading}
      <p className={css.tips}>{t('search.textHow')}</p>
      {found.error ? (
        <p role="alert" className={css.fault}>
          {errorTextForField('query', found.error)}
        </p>
      ) : (
        found.data && (
          <p className={`num ${css.total}`} aria-live="polite">
            {t(totalMessage(total, totalIsExact), { count: total })}
          </p>
        )
      )}
      {!found.error &&
        [...books].map(([id, hits]) => (
          <BookHits key={id} hits={hits} query={query} mayHaveMore={!bookId && hits.length >= PER_BOOK} />
        ))}
    </>
  )
}

const PER_BOOK = 4

function totalMessage(total: number, isExact: boolean) {
  if (total === 0) return isExact ? 'search.textNothing' : 'search.textTooCommon'
  return isExact ? 'search.textCount' : 'search.textMany'
}

function BookHits({ hits, query, mayHaveMore }: { hits: TextHit[]; query: string; mayHaveMore: boolean }) {
  const { bookId, bookTitle, seriesId, seriesTitle } = hits[0]!
  const url = useCoverUrl('books', bookId, undefined)
  return (
    <section className={css.book} aria-label={bookTitle}>
      <header className={css.head}>
        <div className={css.cover}>
          <Cover url={url} title={bookTitle} seed={bookId} width={40} />
        </div>
        <div className={css.names}>
          <h2 className={`work ${css.title}`} dir="auto">
            <Link to="/books/$bookId" params={{ bookId }}>
              {bookTitle}
            </Link>
          </h2>
          <Link to="/series/$seriesId" params={{ seriesId }} className={css.series} dir="auto">
            {seriesTitle}
          </Link>
        </div>
      </header>
      <ul className={css.list}>
        {hits.map((hit) => (
          <li key={`${hit.before}|${placeOf(hit)}`}>
            <Link
              to="/read/$bookId"
              params={{ bookId }}
              search={{ page: String(placeOf(hit)), find: hit.match, at: progressionOf(hit) }}
              className={css.hit}
            >
              <span dir="auto">
                …{hit.before}
                <mark className={css.match}>{hit.match}</mark>
                {hit.after}…
              </span>
              <span className={`num ${css.where}`}>{whereOf(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {mayHaveMore && (
        <Link to="/search" search={{ q: query, in: 'text', book: bookId }} className={css.more}>
          {t('search.textMore')}
        </Link>
      )}
    </section>
  )
}

type Locator = { title?: string; type?: string; locations?: { position?: number; totalProgression?: number } }

const placeOf = ({ locator }: TextHit): number => (locator as Locator).locations?.position ?? 1

/** A page of an EPUB may contain several hits. */
const progressionOf = ({ locator }: TextHit) => (locator as Locator).locations?.totalProgression?.toFixed(6)

function whereOf(hit: TextHit): string {
  const { title } = hit.locator as Locator
  return title ?? t('search.textPage', { page: placeOf(hit) })
}
