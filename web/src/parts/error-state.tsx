import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isOffline, isProblem } from '../api/problem.ts'
import { t } from '../messages/t.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link-button.tsx'

type ErrorStateProps = { error: unknown; retry?: () => void; children?: ReactNode }

export function ErrorState({ error, retry, children }: ErrorStateProps) {
  if (isProblem(error) && error.status === 404)
    return (
      <EmptyState isPage title={t('error.notFound.title')} text={t('error.notFound.text')}>
        <LinkButton variant="default" to="/">
          {t('error.goHome')}
        </LinkButton>
        {children}
      </EmptyState>
    )
  const offline = !isProblem(error) && isOffline(error)
  return (
    <EmptyState
      isPage
      title={offline ? t('error.offline.title') : t('error.title')}
      text={offline ? t('error.offline.text') : isProblem(error) ? error.message : t('error.generic')}
    >
      {retry && (
        <Button variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      )}
      {offline && (
        <LinkButton variant="default" to="/downloads">
          {t('error.openDownloads')}
        </LinkButton>
      )}
      {children}
    </EmptyState>
  )
}
