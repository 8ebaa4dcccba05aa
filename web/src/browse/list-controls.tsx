import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCheckbox,
} from '@tabler/icons-react'
import type { ItemKind } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'
import { tooltipProps } from '../parts/tooltip.ts'
import { LazyViewMenu } from './lazy-view-menu.tsx'
import css from './list-controls.module.css'
import { nextSort, sortFields } from './sort-fields.ts'
import type { ListView } from './view-menu-button.tsx'

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const

type ControlsProps = {
  kind: ItemKind
  searching: boolean
  sort: string
  setSort: (sort: string) => void
  view: ListView
  setView: (view: ListView) => void
  filterCount: number
  openFilters: () => void
  select: () => void
}

/** Filter, sort, view, select: on one line, as quiet as they can be. */
export function ListControls(props: ControlsProps) {
  const { kind, sort, filterCount } = props
  const [field, direction] = sort.split(',')
  // How well something fits is known only where words were asked for.
  const offered = sortFields[kind].filter((each) => props.searching || each.field !== 'relevance')
  const label = sortFields[kind].find((each) => each.field === field)?.label
  return (
    <div className={css.controls}>
      <Button
        variant="subtle"
        leftSection={<IconAdjustmentsHorizontal {...icon} />}
        aria-label={t('filter.open', { count: filterCount })}
        onClick={props.openFilters}
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
      <Menu position="bottom-end" width={220} closeOnItemClick={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            className={css.button}
            leftSection={<IconArrowsSort {...icon} />}
            aria-label={label ? t('sort.by', { field: t(label) }) : t('sort.title')}
          >
            <span className={css.word}>{label ? t(label) : t('sort.title')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((each) => (
            <Menu.RadioItem
              key={each.field}
              value={each.field}
              classNames={{ itemIndicator: css.indicator }}
              checked={each.field === field}
              onClick={() => props.setSort(nextSort(kind, sort, each.field))}
              rightSection={
                each.field === field &&
                (direction === 'desc' ? (
                  <IconArrowDown {...icon} aria-label={t('sort.desc')} />
                ) : (
                  <IconArrowUp {...icon} aria-label={t('sort.asc')} />
                ))
              }
              fw={each.field === field ? 600 : undefined}
            >
              {t(each.label)}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      <LazyViewMenu view={props.view} setView={props.setView} />
      <ActionIcon {...tooltipProps(t('select.start'))} aria-label={t('select.start')} onClick={props.select}>
        <IconCheckbox {...icon} />
      </ActionIcon>
    </div>
  )
}
