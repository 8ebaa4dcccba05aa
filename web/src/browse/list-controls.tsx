import { ActionIcon, Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheckbox } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'
import { LazySortMenu } from './lazy-sort-menu.tsx'
import { LazyViewMenu } from './lazy-view-menu.tsx'
import css from './list-controls.module.css'
import type { SortMenuProps } from './sort-menu-button.tsx'
import type { ListView } from './view-menu-button.tsx'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

type ControlsProps = SortMenuProps & {
  view: ListView
  setView: (view: ListView) => void
  filterCount: number
  openFilters: () => void
  /** Called on hover or focus of the button that opens them. */
  preloadFilters: () => void
  select: () => void
}

/** Filter, sort, view and select on one unobtrusive line. */
export function ListControls(props: ControlsProps) {
  const { filterCount } = props
  return (
    <div className={css.controls}>
      <Button
        variant="subtle"
        leftSection={<IconAdjustmentsHorizontal {...icon} />}
        aria-label={t('filter.open', { count: filterCount })}
        onClick={props.openFilters}
        onPointerEnter={props.preloadFilters}
        onFocus={props.preloadFilters}
        data-active={filterCount > 0 || undefined}
        className={css.button}
      >
        <span className={css.word}>{t('filter.title')}</span>
        {filterCount > 0 && (
          <span className={`num ${css.badge}`} aria-hidden>
            {filterCount}
          </span>
        )}
      </Button>
      <LazySortMenu kind={props.kind} searching={props.searching} sort={props.sort} setSort={props.setSort} />
      <LazyViewMenu view={props.view} setView={props.setView} />
      <ActionIcon {...tooltipProps(t('select.start'))} aria-label={t('select.start')} onClick={props.select}>
        <IconCheckbox {...icon} />
      </ActionIcon>
    </div>
  )
}
