import { t } from '../messages/t.ts'
import { LinkButton } from './link-button.tsx'

/** A starting point: all books. */
export function BrowseAllBooksButton() {
  return (
    <LinkButton variant="default" to="/libraries/$libraryId" params={{ libraryId: 'all' }}>
      {t('empty.browse')}
    </LinkButton>
  )
}
