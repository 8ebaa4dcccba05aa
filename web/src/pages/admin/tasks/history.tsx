import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '../../../api/actions.ts'
import { useMay } from '../../../api/session.ts'
import { t } from '../../../messages/t.ts'
import { Ask } from '../../settings/parts/ask.tsx'
import { Section } from '../../settings/parts/room.tsx'
import { TaskRow } from './task-row.tsx'
import { clearTasks, type Ended, ended, historyQuery } from './tasks-api.ts'
import css from './tasks-page.module.css'

/** What is over. Failures first: they are what one comes for. */
export function History() {
  const mayClear = useMay('TasksWrite')
  const [status, setStatus] = useState<Ended>('failed')
  const [asking, setAsking] = useState(false)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyQuery(status))
  const tasks = data?.pages.flatMap((page) => page.data) ?? []
  const total = data?.pages[0]?.total ?? 0
  const order: Ended[] = ['failed', 'completed', 'cancelled']
  return (
    <Section title={t('work.history')} text={t('work.historyText')}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('work.history')}
          value={status}
          onChange={(next) => setStatus(ended.find((each) => each === next) ?? 'failed')}
          data={order.map((value) => ({ value, label: t(`work.${value}`) }))}
        />
        {mayClear && total > 0 && (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t('work.clear')}
          </Button>
        )}
      </div>
      <ul className={css.tasks}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {data && tasks.length === 0 && <p className={css.none}>{t(`work.none.${status}`)}</p>}
      {hasNextPage && (
        <Button variant="default" size="xs" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
      {asking && (
        <Ask
          title={t('work.clear')}
          text={t('work.clearAsk', { count: total })}
          stays={t('work.clearStays')}
          label={t('work.clear')}
          act={async () => tell(t('work.cleared', { count: await clearTasks(status) }))}
          close={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
