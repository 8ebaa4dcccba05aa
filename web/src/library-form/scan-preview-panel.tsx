import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { fieldErrors } from '../api/field-errors.ts'
import { isProblem } from '../api/problem.ts'
import type { ScanPreview } from '../api/types.ts'
import { SkeletonLine } from '../cover/card-skeleton.tsx'
import { joinList } from '../messages/format-values.ts'
import { t } from '../messages/t.ts'
import css from './scan-preview-panel.module.css'
import { isPatternMissing, type SeriesStrategyWithConfig } from './series-strategy-picker.tsx'

const previewQuery = (path: string, strategy: SeriesStrategyWithConfig) =>
  queryOptions({
    queryKey: ['preview', path, strategy],
    queryFn: ({ signal }) => api.post<ScanPreview>('/libraries/preview-scan', { body: { path, ...strategy }, signal }),
    enabled: path !== '' && !isPatternMissing(strategy),
    staleTime: 0,
  })

type PreviewProps = { path: string; strategy: SeriesStrategyWithConfig }

function useScanPreview({ path, strategy }: PreviewProps) {
  // A path that is being typed isn't a folder yet, and half a pattern isn't a pattern.
  const [settled] = useDebouncedValue({ path, strategy }, 500)
  return { ...useQuery(previewQuery(settled.path, settled.strategy)), isSettled: settled.path === path }
}

/**
 * The error of the folder itself: it is shown beside its field, far above the preview. While a path is being typed no
 * error is shown, but a path that was wrong stays unusable until it is checked again.
 */
export function usePathCheck(props: PreviewProps): { error: string | undefined; isUsable: boolean } {
  const { error, isSettled } = useScanPreview(props)
  const text = fieldErrors(error).path?.text
  return { error: isSettled ? text : undefined, isUsable: props.path !== '' && !text }
}

/** Shows the series that the chosen strategy finds in the folder, before anything is scanned. */
export function ScanPreviewPanel({
  hasPathErrorAbove = false,
  ...props
}: PreviewProps & {
  /** The form shows path errors beside the field. */
  hasPathErrorAbove?: boolean
}) {
  const { data, error, isFetching } = useScanPreview(props)
  if (!props.path || (!data && !error && !isFetching)) return null
  if (hasPathErrorAbove && fieldErrors(error).path) return null
  return (
    <section className={css.preview} aria-busy={isFetching} aria-live="polite">
      <h2 className={css.title}>{t('setup.preview')}</h2>
      {error && <p className={css.problem}>{isProblem(error) ? error.message : t('error.offline.text')}</p>}
      {!data && isFetching && <SkeletonLine width="60%" />}
      {data && data.detectedSeries.length === 0 && <p className="quiet">{t('setup.previewEmpty')}</p>}
      {data && data.detectedSeries.length > 0 && (
        <>
          <ul className={css.list}>
            {data.detectedSeries.slice(0, 8).map((series) => (
              <li key={`${series.path} ${series.name}`} className={css.series}>
                <span className={`work ${css.name}`} dir="auto">
                  {series.name}
                </span>
                <span className={`num ${css.count}`}>{t('count.books', { count: series.bookCount })}</span>
                <span className={css.samples}>{joinList(series.sampleBooks)}</span>
              </li>
            ))}
          </ul>
          {data.detectedSeries.length > 8 && (
            <p className="quiet">{t('setup.previewMore', { count: data.detectedSeries.length - 8 })}</p>
          )}
        </>
      )}
    </section>
  )
}
