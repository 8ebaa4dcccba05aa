import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../../../../src/contract/own-sessions.ts'
import { api } from '../../../api/client.ts'
import { errorReplacesContent } from '../../../api/problem.ts'
import { queryClient } from '../../../api/query-client.ts'
import { usePermission } from '../../../api/session.ts'
import { showMessage } from '../../../api/show-message.ts'
import { timeAgo } from '../../../messages/format-times.ts'
import { dateText } from '../../../messages/format-values.ts'
import { t } from '../../../messages/t.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { ErrorState } from '../../../parts/error-state.tsx'
import { SettingsHeader, SettingsSection } from '../parts/settings-section.tsx'
import { AppsWithKeys } from './apps-with-keys.tsx'
import { parseUserAgent } from './parse-user-agent.ts'
import css from './sessions-page.module.css'

export default function SessionsPage() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const mayKeys = usePermission('ApiKeysRead')
  const [ending, setEnding] = useState<Session>()
  const [endingOthers, setEndingOthers] = useState(false)
  if (errorReplacesContent({ data: sessions, error })) return <ErrorState error={error} retry={refetch} />
  const ordered = sessions?.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
  return (
    <>
      <SettingsHeader title={t('sessions.title')} lead={t('sessions.lead')} />
      <SettingsSection title={t('sessions.browsers')} text={t('sessions.browsersText')}>
        <ul className={css.items}>
          {ordered?.map((session) => (
            <Item key={session.id} session={session} end={() => setEnding(session)} />
          ))}
        </ul>
        {ordered?.some(({ isCurrent }) => !isCurrent) && (
          <Button variant="default" size="xs" mt="md" onClick={() => setEndingOthers(true)}>
            {t('sessions.endOthers')}
          </Button>
        )}
      </SettingsSection>
      {mayKeys && <AppsWithKeys />}
      {ending && (
        <ConfirmDialog
          title={t('sessions.endTitle', { device: nameOf(ending) })}
          text={t('sessions.endText')}
          label={t('sessions.end')}
          act={async () => {
            await endSession(ending.id)
            showMessage(t('sessions.ended', { device: nameOf(ending) }))
          }}
          close={() => setEnding(undefined)}
        />
      )}
      {endingOthers && (
        <ConfirmDialog
          title={t('sessions.endOthers')}
          text={t('sessions.endOthersText')}
          label={t('sessions.endOthers')}
          act={async () => {
            await endOtherSessions()
            showMessage(t('sessions.othersEnded'))
          }}
          close={() => setEndingOthers(false)}
        />
      )}
    </>
  )
}

function Item({ session, end }: { session: Session; end: () => void }) {
  const { userAgent, address, isCurrent } = session
  return (
    <li className={css.item}>
      <div className={css.words}>
        <h3 className={css.name} title={userAgent ?? undefined}>
          {nameOf(session)}
          {isCurrent && <span className={css.mark}>{t('sessions.current')}</span>}
        </h3>
        <p className={`num ${css.facts}`}>
          <span>{t('sessions.lastUsed', { when: timeAgo(session.lastSeenAt) })}</span>
          {address && <span>{t('sessions.address', { address })}</span>}
          <span>{t('sessions.since', { date: dateText(session.createdAt) })}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endTitle', { device: nameOf(session) })}
          onClick={end}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function nameOf({ userAgent }: Session): string {
  const { app, system } = parseUserAgent(userAgent ?? '')
  if (app && system) return t('sessions.device', { app, system })
  return app ?? system ?? userAgent?.slice(0, 60) ?? t('sessions.unknown')
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  // The use of an account elsewhere changes without an event.
  staleTime: 0,
  queryFn: ({ signal }) => api.get<Session[]>('/user/sessions', { signal }),
})

async function endSession(id: string) {
  await api.delete(`/user/sessions/${id}`)
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

async function endOtherSessions() {
  await api.delete('/user/sessions')
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}
