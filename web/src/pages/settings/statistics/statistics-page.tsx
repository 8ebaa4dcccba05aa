import { queryOptions, useQuery } from '@tanstack/react-query'
import type { progress } from '../../../../../src/contract/progress.ts'
import type { AnswerOf } from '../../../../../src/contract/route.ts'
import { api } from '../../../api/client.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { dateText as dayName } from '../../../messages/format-values.ts'
import { currentLanguage, t } from '../../../messages/t.ts'
import { BrowseAllBooksButton } from '../../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { KeyFigure, KeyFigures } from '../parts/key-figures.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { calendarShade, calendarWeeks, firstOfMonthInWeek, type ReadingDay } from './reading-calendar.ts'
import css from './statistics-page.module.css'

const weeks = 53

const statisticsQuery = queryOptions({
  queryKey: ['reading-statistics'],
  staleTime: 0,
  queryFn: ({ signal }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const query = { days: weeks * 7, timeZone }
    return api.get<AnswerOf<typeof progress.statistics>>('/user/reading-statistics', { query, signal })
  },
})

export default function StatisticsPage() {
  const { data, error, refetch } = useQuery(statisticsQuery)
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  if (!data) return <SettingsHeader title={t('stats.title')} lead={t('stats.lead')} />
  if (data.pagesRead === 0 && data.booksCompleted === 0 && data.booksInProgress === 0)
    return (
      <>
        <SettingsHeader title={t('stats.title')} lead={t('stats.lead')} />
        <EmptyState title={t('stats.empty')} text={t('stats.emptyText')}>
          <BrowseAllBooksButton />
        </EmptyState>
      </>
    )
  return (
    <>
      <SettingsHeader title={t('stats.title')} lead={t('stats.lead')} />
      <KeyFigures>
        <KeyFigure label={t('stats.completed')} value={data.booksCompleted} />
        <KeyFigure label={t('stats.inProgress')} value={data.booksInProgress} />
        <KeyFigure label={t('stats.pages')} value={data.pagesRead} />
        <KeyFigure label={t('stats.hours')} value={hoursOf(data.minutesRead)} />
        <KeyFigure label={t('stats.streak')} value={data.currentStreakDays} />
        <KeyFigure label={t('stats.longest')} value={data.longestStreakDays} />
      </KeyFigures>
      <SettingsSection title={t('stats.year')}>
        <Year days={data.days} />
      </SettingsSection>
    </>
  )
}

/** A quarter of an hour is not 0 hours. */
function hoursOf(minutes: number): number {
  return minutes < 600 ? Math.round(minutes / 6) / 10 : Math.round(minutes / 60)
}

/** A year of days, darker where more was read. Screen readers get a sentence per month instead. */
function Year({ days }: { days: ReadingDay[] }) {
  const today = new Intl.DateTimeFormat('en-CA').format(new Date())
  const most = Math.max(0, ...days.map(({ pages }) => pages))
  // Newest week first, in a row that runs right to left: on a narrow screen the newest is in view.
  const shown = calendarWeeks(today, days, weeks).toReversed()
  return (
    <>
      <div className={css.year} aria-hidden>
        {shown.map((week) => (
          <div key={week[0]?.date} className={css.week}>
            <span className={css.month}>{monthName(firstOfMonthInWeek(week))}</span>
            {week.map((each, index) => (
              <span
                key={each?.date ?? index}
                className={css.day}
                data-shade={each ? calendarShade(each.pages, most) : undefined}
                title={each && `${dayName(each.date)}: ${t('count.pages', { count: each.pages })}`}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={css.legend} aria-hidden>
        {t('stats.less')}
        {[0, 1, 2, 3, 4].map((shade) => (
          <span key={shade} className={css.day} data-shade={shade} />
        ))}
        {t('stats.more')}
      </p>
      <ul className={css.months}>
        {monthsOf(days).map(({ month, pages }) => (
          <li key={month}>
            <span>
              {new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric' }).format(
                new Date(`${month}-15`),
              )}
            </span>
            <span className={css.bar} style={{ inlineSize: `${(pages / monthMost(days)) * 100}%` }} aria-hidden />
            <span className="num">{t('count.pages', { count: pages })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function monthName(date: string | undefined): string | undefined {
  if (!date) return undefined
  return new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' }).format(new Date(date))
}

function monthsOf(days: ReadingDay[]): { month: string; pages: number }[] {
  const sums = new Map<string, number>()
  for (const { date, pages } of days) sums.set(date.slice(0, 7), (sums.get(date.slice(0, 7)) ?? 0) + pages)
  return [...sums].map(([month, pages]) => ({ month, pages })).sort((a, b) => b.month.localeCompare(a.month))
}

function monthMost(days: ReadingDay[]): number {
  return Math.max(1, ...monthsOf(days).map(({ pages }) => pages))
}
