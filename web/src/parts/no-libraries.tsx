import { usePermission } from '../api/session.ts'
import { t } from '../messages/t.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link-button.tsx'

/** Shown when there are no libraries: users with the permission can add one, all others are told to ask. */
export function NoLibraries({ isPage }: { isPage?: boolean }) {
  const mayAdd = usePermission('LibrariesWrite')
  return (
    <EmptyState
      isPage={isPage}
      title={t('home.empty.title')}
      text={mayAdd ? t('home.empty.text') : t('home.emptyReader.text')}
    >
      {mayAdd && <LinkButton to="/add-library">{t('home.empty.button')}</LinkButton>}
    </EmptyState>
  )
}
