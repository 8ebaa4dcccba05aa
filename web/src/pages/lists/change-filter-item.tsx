import { IconFilter } from '@tabler/icons-react'
import type { CuratedList, ListKind } from '../../api/curated-lists.ts'
import { filtersFromCondition } from '../../browse/filters-from-condition.ts'
import { filtersToSearchParams } from '../../browse/item-filters.ts'
import { t } from '../../messages/t.ts'
import { LinkMenuItem } from '../../parts/link-menu-item.tsx'

/** Opens the library with the filter of a list, to change it there. */
export default function ChangeFilterItem({ kind, list }: { kind: ListKind; list: CuratedList }) {
  const itemKind = kind === 'collections' ? 'series' : 'books'
  const rule = filtersFromCondition(list.condition, itemKind)
  if (!rule) return null
  return (
    <LinkMenuItem
      leftSection={<IconFilter size={16} stroke={1.5} />}
      to="/libraries/$libraryId"
      params={{ libraryId: rule.libraryId ?? 'all' }}
      search={{
        ...filtersToSearchParams(rule.filters),
        ...(itemKind === 'books' && { show: itemKind }),
        list: list.id,
      }}
    >
      {t('lists.changeFilter')}
    </LinkMenuItem>
  )
}
