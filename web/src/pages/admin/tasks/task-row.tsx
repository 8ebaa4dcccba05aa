import { Button, Progress } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { librariesQuery } from '../../../api/item-queries.ts'
import { useRunningTasks } from '../../../api/running-tasks.ts'
import { usePermission } from '../../../api/session.ts'
import type { Task } from '../../../api/types.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { currentLanguage, numberText, t } from '../../../messages/t.ts'
import { ServerSentence } from '../../../messages/translate-sentence.ts'
import { LibraryOrItemLink } from '../../../parts/library-or-item-link.tsx'
import { pluginsQuery } from '../plugins/plugins-api.ts'
import { taskName } from './task-name.ts'
import { taskSubjectQuery } from './task-subject-query.ts'
import { cancelTask, retryTask } from './tasks-api.ts'
import css from './tasks-page.module.css'

export function TaskRow({ task }: { task: Task }) {
  const mayWrite = usePermission('TasksWrite')
  const cancel = useMutation({ mutationFn: () => cancelTask(task.id) })
  const retry = useMutation({ mutationFn: () => retryTask(task.id) })
  const isOver = task.completedAt !== null || task.status === 'cancelled'
  const canRetry = task.status === 'failed' || task.status === 'cancelled'
  return (
    <li className={css.task} data-status={task.status}>
      <div className={css.words}>
        <div className={css.name}>
          {taskName(task.type, t)}
          <About task={task} />
        </div>
        {task.status === 'running' && <Running task={task} />}
        {task.error && (
          <p className={css.error}>
            <ServerSentence text={task.error} />
          </p>
        )}
        <p className={`num ${css.facts}`}>
          {isOver && task.completedAt && <span>{t('tasksPage.finished', { when: timeAgo(task.completedAt) })}</span>}
          {isOver && task.startedAt && task.completedAt && <span>{lasted(task.startedAt, task.completedAt)}</span>}
          {task.status === 'running' && task.startedAt && (
            <span>{t('tasksPage.started', { when: timeAgo(task.startedAt) })}</span>
          )}
          {task.status === 'pending' && <span>{t('tasksPage.queued', { when: timeAgo(task.createdAt) })}</span>}
          {task.attempts > 1 && (
            <span>
              {t('tasksPage.attempt', { attempt: task.attempts, of: Math.max(task.attempts, task.maxAttempts) })}
            </span>
          )}
        </p>
      </div>
      {mayWrite && !isOver && (
        <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('common.cancel')}
        </Button>
      )}
      {mayWrite && canRetry && (
        <Button variant="default" size="xs" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('common.retry')}
        </Button>
      )}
    </li>
  )
}

/** A task's book or series, its library and its plugin; deleted or hidden ones are left out. */
function About({ task }: { task: Task }) {
  const { libraryIds = [], seriesIds = [], pluginId } = task.params as PluginTaskParams
  const { bookId } = task
  const seriesId = task.seriesId ?? onlyOne(seriesIds)
  const libraryId = task.libraryId ?? onlyOne(libraryIds)
  const { data: libraries = [] } = useQuery(librariesQuery)
  const { data: book } = useQuery({ ...taskSubjectQuery('books', bookId ?? ''), enabled: bookId !== null })
  const ofSeries = bookId === null ? seriesId : null
  const { data: series } = useQuery({ ...taskSubjectQuery('series', ofSeries ?? ''), enabled: ofSeries !== null })
  const mayManage = usePermission('PluginsManage')
  const { data: plugins } = useQuery({ ...pluginsQuery, enabled: mayManage && pluginId !== undefined })
  const plugin = plugins?.find(({ id }) => id === pluginId)
  const library = libraries.find(({ id }) => id === (libraryId ?? book?.libraryId ?? series?.libraryId))
  if (!book && !series && !library && !plugin) return null
  return (
    <span className={css.about}>
      {book && <LibraryOrItemLink kind="book" id={book.id} title={book.title} />}
      {series && <LibraryOrItemLink kind="series" id={series.id} title={series.title} />}
      {library && <LibraryOrItemLink kind="library" id={library.id} title={library.name} />}
      {plugin && (
        <Link to="/admin/$" params={{ _splat: `plugins/${plugin.id}` }} dir="auto">
          {plugin.displayName}
        </Link>
      )}
    </span>
  )
}

/** Parameters of plugin tasks, instead of a single library or series. */
type PluginTaskParams = { libraryIds?: string[]; seriesIds?: string[]; pluginId?: string }
const onlyOne = (ids: string[]) => (ids.length === 1 ? ids[0]! : null)

/** Progress from events, between two responses of the server. */
function Running({ task }: { task: Task }) {
  const live = useRunningTasks().find(({ id }) => id === task.id)
  const { current, total } = live && live.total >= task.progress.total ? live : task.progress
  // A task of a second needs no bar; one with unknown progress gets an animated one.
  const isLong = total > 0 || task.bookId === null
  return (
    <>
      {isLong && (
        <Progress
          className={css.progress}
          size="sm"
          value={total ? (current / total) * 100 : 100}
          animated={!total}
          aria-label={taskName(task.type, t)}
        />
      )}
      <p className={`num ${css.facts}`}>
        {total > 0 && (
          <span>
            {numberText(current)} / {numberText(total)}
          </span>
        )}
        {task.progress.message && <span>{task.progress.message}</span>}
      </p>
    </>
  )
}

function lasted(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  const [unit, value] =
    seconds < 90 ? ['second', seconds] : seconds < 5400 ? ['minute', seconds / 60] : ['hour', seconds / 3600]
  const digits = Number(value) < 10 ? 1 : 0
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: digits,
  }).format(Number(value))
}
