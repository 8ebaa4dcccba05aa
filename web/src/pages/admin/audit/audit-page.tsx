import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorReplacesContent } from '../../../api/problem.ts'
import { timeOfDay } from '../../../messages/format-times.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingsHeader } from '../../settings/parts/settings-section.tsx'
import { type AuditEntry, type AuditLogFilter, auditQuery } from './audit-api.ts'
import { AuditFilters } from './audit-filters.tsx'
import css from './audit-page.module.css'

/** Who did what, when and from where; newest first. */
export default function AuditPage() {
  const [filter, setFilter] = useState<AuditLogFilter>({})
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(filter))
  if (errorReplacesContent({ data, error })) return <ErrorState error={error} retry={refetch} />
  // A new entry between two requests moves the last entry of page one to page two, so they are deduplicated.
  const entries = new Map(data?.pages.flatMap((page) => page.data).map((entry) => [entry.id, entry]))
  const total = data?.pages[0]?.total ?? 0
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <>
      <SettingsHeader title={t('audit.title')} lead={t('audit.lead')} />
      <AuditFilters filter={filter} set={setFilter} />
      {data && <p className={`num ${css.count}`}>{t('audit.count', { count: total })}</p>}
      <ol className={css.entries} aria-label={t('audit.title')}>
        {[...entries.values()].map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {data && total === 0 && <p className={css.none}>{isFiltered ? t('audit.noMatch') : t('audit.none')}</p>}
      {hasNextPage && (
        <Button variant="default" size="xs" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common.more')}
        </Button>
      )}
    </>
  )
}

const failures: readonly string[] = ['sign_in_failed', 'sign_in_blocked']

function Entry({ entry }: { entry: AuditEntry }) {
  const { createdAt, event, address, userAgent } = entry
  const who = entry.username ?? t('audit.somebody')
  const target = entry.targetName ?? t('audit.unnamed')
  return (
    <li className={css.entry}>
      <details>
        <summary className={css.head}>
          <time className={`num ${css.time}`} dateTime={createdAt}>
            {timeOfDay(createdAt)}
          </time>
          <span className={css.sentence} data-failed={failures.includes(event) || undefined}>
            {t(`audit.says.${event}`, { who, target })}
          </span>
          <span className={`num ${css.address}`}>{address}</span>
        </summary>
        <dl className={css.details}>
          {address && <Detail label={t('audit.address')} value={address} />}
          {entry.via && <Detail label={t('audit.via')} value={viaInWords(entry.via)} />}
          {userAgent && <Detail label={t('audit.device')} value={userAgent} />}
          {Object.entries(entry.details).map(([name, value]) => (
            <Detail key={name} label={name} value={typeof value === 'string' ? value : JSON.stringify(value)} />
          ))}
        </dl>
      </details>
    </li>
  )
}

const ways = ['cookie', 'jwt', 'key', 'basic', 'oidc', 'password'] as const

function viaInWords(via: string): string {
  const known = ways.find((way) => way === via)
  return known ? t(`audit.via.${known}`) : via
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
