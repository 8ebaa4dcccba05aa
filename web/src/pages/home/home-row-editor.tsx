import { ActionIcon, Button, Group, Modal, Select } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listsQuery, maxListsLoaded } from '../../api/curated-lists.ts'
import { librariesQuery } from '../../api/item-queries.ts'
import { setPreference } from '../../api/preferences.ts'
import { savedFiltersQuery } from '../../browse/saved-filters-menu.tsx'
import { t } from '../../messages/t.ts'
import { useRestoreFocus } from '../../parts/use-restore-focus.ts'
import css from './customise-home-button.module.css'
import {
  type BuiltInHomeRow,
  builtInHomeRowName,
  builtInHomeRows,
  type HomeRowKey,
  type HomeRowSource,
  homeRowsPreferenceKey,
} from './home-row-sources.ts'

type Choice = { value: HomeRowKey; label: string }

/** Adds, removes and orders the rows of the home page. */
export default function HomeRowEditor({ rows, close }: { rows: HomeRowKey[]; close: () => void }) {
  useRestoreFocus()
  const { groups, areLoaded } = useChoices()
  const [typed, setTyped] = useState('')
  const names = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label])))
  const keep = (next: HomeRowKey[]) => void setPreference(homeRowsPreferenceKey, next)
  const move = (from: number, to: number) => {
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    keep(next)
  }
  const left = groups
    .map((group) => ({ ...group, items: group.items.filter(({ value }) => !rows.includes(value)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <Modal opened onClose={close} title={t('home.customise')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <p className={css.text}>{t('home.customiseText')}</p>
      <ol className={css.rows}>
        {rows.map((row, index) => {
          const kind = nameOfSource(row.split(':')[0] as HomeRowSource)
          const name = names.get(row) ?? (areLoaded ? t('home.rowGone', { kind }) : kind)
          return (
            <li key={row} className={css.row}>
              <span className={css.name} dir="auto">
                {name}
              </span>
              <ActionIcon
                aria-label={t('home.rowUp', { name })}
                {...unlessAtEnd(index === 0, () => move(index, index - 1))}
              >
                <IconArrowUp size={18} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('home.rowDown', { name })}
                {...unlessAtEnd(index === rows.length - 1, () => move(index, index + 1))}
              >
                <IconArrowDown size={18} stroke={1.5} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('home.rowRemove', { name })}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget)
                  keep(rows.filter((each) => each !== row))
                }}
              >
                <IconX size={18} stroke={1.5} />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      <Group align="end" justify="space-between">
        <Select
          flex={1}
          miw={180}
          label={t('home.addRow')}
          placeholder={t('home.addRow')}
          searchable
          value={null}
          data={left}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(value) => {
            if (value) keep([...rows, value as HomeRowKey])
            // Else the field would still show what was typed, as if it had not been added.
            setTyped('')
          }}
        />
        <Button variant="default" onClick={() => void setPreference(homeRowsPreferenceKey, undefined)}>
          {t('home.reset')}
        </Button>
      </Group>
    </Modal>
  )
}

/** A disabled button loses the focus: whoever moves a row to the end by keyboard stays where they are. */
const unlessAtEnd = (isAtEnd: boolean, act: () => void) => ({
  'aria-disabled': isAtEnd || undefined,
  'data-disabled': isAtEnd || undefined,
  onClick: isAtEnd ? undefined : act,
})

/** Before its row goes: the same button of the next row, or of the one before. */
function focusNeighbour(button: HTMLElement) {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('button:last-of-type')?.focus()
}

function useChoices(): { groups: { group: string; items: Choice[] }[]; areLoaded: boolean } {
  const libraries = useQuery(librariesQuery)
  const collections = useQuery(listsQuery('collections'))
  const readLists = useQuery(listsQuery('readlists'))
  const filters = useQuery(savedFiltersQuery)
  const choicesOf = (source: HomeRowSource, all: { id: string; name: string }[] = []) => ({
    group: nameOfSource(source),
    items: all.map(({ id, name }): Choice => ({ value: `${source}:${id}`, label: name })),
  })
  const groups = [
    {
      group: t('home.group.rows'),
      items: builtInHomeRows.map((row: BuiltInHomeRow) => ({ value: row, label: builtInHomeRowName(row) })),
    },
    choicesOf('library', libraries.data),
    choicesOf('collection', collections.data),
    choicesOf('readlist', readLists.data),
    choicesOf('filter', filters.data),
  ]
  const all = [libraries, collections, readLists, filters]
  return { groups, areLoaded: all.every(({ data }) => data && data.length < maxListsLoaded) }
}

/** Also stands for a row whose list, library or filter isn't loaded. */
function nameOfSource(source: HomeRowSource): string {
  const names = {
    library: 'nav.libraries',
    collection: 'search.collections',
    readlist: 'search.readLists',
    filter: 'filter.saved',
  } as const
  return t(names[source])
}
