import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { DoctorReport } from '../../../../../src/contract/doctor.ts'
import { api } from '../../../api/client.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { reasonText } from '../../../messages/reason-text.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingsHeader, SettingsNote } from '../../settings/parts/settings-section.tsx'
import css from './health-page.module.css'

const healthQuery = queryOptions({
  queryKey: ['health'],
  staleTime: 0,
  queryFn: ({ signal }) => api.get<DoctorReport>('/admin/doctor', { signal }),
})

const signs = {
  problem: { Icon: IconCircleX, label: 'health.problem' },
  warning: { Icon: IconAlertTriangle, label: 'health.warning' },
  ok: { Icon: IconCircleCheck, label: 'health.fine' },
} as const

/** The checks of `lectern doctor`: problems first. */
export default function HealthPage() {
  const { data, error, refetch, isFetching } = useQuery(healthQuery)
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  const order = ['problem', 'warning', 'ok']
  const checks = [...(data?.checks ?? [])].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  const isAllWell = checks.length > 0 && checks.every(({ status }) => status === 'ok')
  return (
    <>
      <SettingsHeader title={t('health.title')} lead={t('health.lead')}>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('health.again')}
        </Button>
      </SettingsHeader>
      {isAllWell && <SettingsNote tone="good">{t('health.allWell')}</SettingsNote>}
      <ul className={css.checks}>
        {checks.map(({ check, status, message, reason, advice, adviceReason }) => {
          const { Icon, label } = signs[status]
          return (
            <li key={`${check} ${message}`} className={css.check} data-status={status}>
              <Icon size={20} stroke={1.7} role="img" aria-label={t(label)} className={css.icon} />
              <div className={css.words}>
                <p className={css.message}>{reasonText(reason, message)}</p>
                {advice && <p className={css.advice}>{reasonText(adviceReason, advice)}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
