import { t } from '../../messages/t.ts'
import { BrowseAllBooksButton } from '../../parts/browse-all-books-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

/** There are books, but not in the rows that the person chose, or they chose none. */
export default function EmptyHomeRows() {
  return (
    <EmptyState isPage title={t('home.noRows.title')} text={t('home.noRows.text')}>
      <BrowseAllBooksButton />
    </EmptyState>
  )
}
