import { Progress } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ServerDetails } from '../../../../../src/contract/server.ts'
import { api } from '../../../api/client.ts'
import { librariesQuery } from '../../../api/item-queries.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { usePermission } from '../../../api/session.ts'
import { assetUrl } from '../../../api/urls.ts'
import { bytesText } from '../../../messages/format-bytes.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { joinList } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ErrorState } from '../../../parts/error-state.tsx'
import { KeyFigure, KeyFigures } from '../../settings/parts/key-figures.tsx'
import { SettingsHeader, SettingsNote, SettingsSection } from '../../settings/parts/settings-section.tsx'
import { usersQuery } from '../users/users-api.ts'
import css from './server-page.module.css'

const factsQuery = queryOptions({
  queryKey: ['server'],
  staleTime: 0,
  refetchInterval: 10_000,
  queryFn: ({ signal }) => api.get<ServerDetails>('/admin/server', { signal }),
})

export default function ServerPage() {
  const { data: facts, error, refetch } = useQuery(factsQuery)
  const mayUsers = usePermission('UsersRead')
  const { data: libraries = [] } = useQuery(librariesQuery)
  const { data: users } = useQuery({ ...usersQuery(''), enabled: mayUsers })
  if (errorReplacesContent({ data: facts, error })) return <ErrorState error={error} retry={refetch} />
  if (!facts) return <SettingsHeader title={t('server.title')} />
  const sum = (of: 'seriesCount' | 'bookCount') => libraries.reduce((total, library) => total + library[of], 0)
  const { memory, database } = facts
  return (
    <>
      <SettingsHeader
        title={t('server.title')}
        lead={t('server.lead', { version: facts.version, when: timeAgo(facts.startedAt) })}
      />
      {facts.untrustedProxy && (
        <SettingsNote>{t('server.untrustedProxy', { address: facts.untrustedProxy })}</SettingsNote>
      )}
      <KeyFigures>
        <KeyFigure label={t('libs.title')} value={libraries.length} />
        <KeyFigure label={t('library.series')} value={sum('seriesCount')} />
        <KeyFigure label={t('library.books')} value={sum('bookCount')} />
        {users && <KeyFigure label={t('users.title')} value={users.total} />}
      </KeyFigures>
      <SettingsSection title={t('server.memory')}>
        <Progress
          className={css.memory}
          size="sm"
          value={(memory.used / memory.machineTotal) * 100}
          aria-label={t('server.memory')}
        />
        <p className={`num ${css.text}`}>
          {t('server.memoryText', {
            used: bytesText(memory.used),
            total: bytesText(memory.machineTotal),
            free: bytesText(memory.machineFree),
          })}
        </p>
      </SettingsSection>
      <SettingsSection title={t('server.facts')}>
        <dl className={css.facts}>
          <Fact label={t('server.version')} value={facts.version} />
          <Fact label={t('server.api')} value={facts.apiVersion} />
          <Fact
            label={t('server.database')}
            value={joinList([database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL', bytesText(database.bytes)])}
          />
          <Fact label={t('server.data')} value={facts.dataDir} />
          <Fact label={t('server.runtime')} value={joinList([facts.runtime, facts.platform])} />
          <Fact label={t('server.processors')} value={String(facts.processors)} />
          <Fact label={t('server.workers')} value={String(facts.workers)} />
        </dl>
      </SettingsSection>
      <SettingsSection title={t('server.more')}>
        <ul className={css.links}>
          <Outside href="api/docs" label={t('server.docs')} text={t('server.docsText')} />
          <Outside href="metrics" label={t('server.metrics')} text={t('server.metricsText')} />
          <Outside href="health" label={t('server.health')} text={t('server.healthText')} />
        </ul>
      </SettingsSection>
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

function Outside({ href, label, text }: { href: string; label: string; text: string }) {
  return (
    <li>
      <a className={css.link} href={assetUrl(href)} target="_blank" rel="noreferrer">
        {label}
        <IconExternalLink size={16} stroke={1.5} aria-hidden />
      </a>
      <span className={css.text}>{text}</span>
    </li>
  )
}
