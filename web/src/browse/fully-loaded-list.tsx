import { type ReactNode, useCallback } from 'react'
import type { ItemKind } from '../api/item-queries.ts'
import { usePreference } from '../api/preferences.ts'
import { cardPlaceholder } from '../cover/card-placeholder.tsx'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'
import { lazyComponent } from '../messages/lazy-component.ts'
import { useCardAppearance } from '../parts/card-appearance.tsx'
import { LazyBoundary } from '../parts/lazy-boundary.tsx'
import { type CoverSize, defaultCoverSize, gridLayout, listLayout } from './grid-layout.ts'
import { rowPlaceholder } from './row-placeholder.tsx'
import { useSelection } from './use-selection.ts'
import { VirtualList } from './virtual-list.tsx'

const BulkActionBar = lazyComponent(() => import('./bulk-action-bar.tsx'))

type Listed = { id: string; coverColor?: string | null }
type WholeListProps<T> = {
  kind: ItemKind
  /** All items in order; undefined while they are being fetched. */
  items: T[] | undefined
  label: string
  view?: 'grid' | 'list'
  /** The header; gets a function that toggles selecting. */
  head?: (select: () => void) => ReactNode
  /** Must be referentially stable while it renders the same. */
  draw: (item: T, selection: ItemSelectionState) => ReactNode
}

/** The members of one parent, such as the books of a series: loaded completely, rendered only near the viewport. */
export function FullyLoadedList<T extends Listed>({
  kind,
  items,
  label,
  view = 'grid',
  head,
  draw,
}: WholeListProps<T>) {
  const [size] = usePreference<CoverSize>('cover.size', defaultCoverSize())
  const { density } = useCardAppearance()
  const at = useCallback((index: number) => items?.[index], [items])
  const chosen = useSelection<T>(at)
  const drawOne = useCallback((item: T, index: number) => draw(item, chosen.of(item, index)), [draw, chosen])
  return (
    <>
      {head?.(() => (chosen.active ? chosen.stop() : chosen.start()))}
      <VirtualList<T>
        key={view}
        total={items?.length ?? 6}
        label={label}
        layout={(width) => (view === 'grid' ? gridLayout(width, size, density) : listLayout(density))}
        at={at}
        draw={drawOne}
        blank={view === 'grid' ? cardPlaceholder : rowPlaceholder}
      />
      {chosen.active && items && (
        <LazyBoundary close={chosen.stop}>
          <BulkActionBar
            kind={kind}
            ids={chosen.items.map((item) => item.id)}
            total={items.length}
            all={() => chosen.add(items)}
            stop={chosen.stop}
          />
        </LazyBoundary>
      )}
    </>
  )
}
