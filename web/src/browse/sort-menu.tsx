import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import { useOpenedMenu } from '../parts/lazy-menu.tsx'
import css from './list-controls.module.css'
import { nextSort, sortFields } from './sort-fields.ts'
import { SortMenuButton, type SortMenuProps } from './sort-menu-button.tsx'

const icon = { size: 18, stroke: 1.5 } as const

export default function SortMenu({ kind, searching, sort, setSort }: SortMenuProps) {
  const { button, menu } = useOpenedMenu()
  const [field, direction] = sort.split(',')
  // Relevance exists only in a text search.
  const offered = sortFields[kind].filter((each) => searching || each.field !== 'relevance')
  return (
    <Menu {...menu} position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <SortMenuButton ref={button} kind={kind} sort={sort} />
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((each) => (
          <Menu.RadioItem
            key={each.field}
            value={each.field}
            classNames={{ itemIndicator: css.indicator }}
            checked={each.field === field}
            onClick={() => setSort(nextSort(kind, sort, each.field))}
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
  )
}
