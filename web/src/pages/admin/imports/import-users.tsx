import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../messages/t.ts'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { Section } from '../../settings/parts/settings-section.tsx'
import { usersQuery } from '../users/users-api.ts'
import type { Import, ImportOptions } from './imports-api.ts'

const NEW = 'new account'
const SKIP = 'skip'

/** Who comes along, and as whom. */
export function ImportUsers({ source, change }: { source: Import; change: (options: Partial<ImportOptions>) => void }) {
  const { data: page } = useQuery(usersQuery(''))
  const users = page?.data ?? []
  const { summary, options } = source
  if (!summary || summary.people.length === 0) return null
  const { people } = options
  const mode = typeof people === 'string' ? people : 'some'
  const chosen = typeof people === 'string' ? {} : people
  const setMode = (next: string) => {
    if (next === 'all' || next === 'none') return change({ people: next })
    const taken = new Set(users.map(({ username }) => username))
    const everybody = summary.people.map(({ username }) => [username, taken.has(username) ? username : ''])
    change({ people: Object.fromEntries(everybody) })
  }
  const set = (theirs: string, choice: string | null) => {
    const { [theirs]: _, ...others } = chosen
    change({ people: choice === SKIP ? others : { ...others, [theirs]: choice === NEW || !choice ? '' : choice } })
  }
  const choiceOf = (name: string) => (name in chosen ? chosen[name] || NEW : SKIP)
  const choices = [
    { value: NEW, label: t('imports.newAccount') },
    { value: SKIP, label: t('imports.skip') },
    ...users.map(({ username }) => ({ value: username, label: username })),
  ]
  return (
    <Section help="server/moving.html#choose-people" title={t('imports.people')} text={t('imports.peopleText')}>
      <SegmentedControl
        mt="sm"
        aria-label={t('imports.people')}
        value={mode}
        onChange={setMode}
        data={(['all', 'some', 'none'] as const).map((value) => ({ value, label: t(`imports.people.${value}`) }))}
      />
      {mode === 'some' && (
        <SettingRows>
          {summary.people.map(({ id, username, role, rows }) => (
            <SettingRow key={id} label={username} text={`${role} · ${t('imports.rows', { count: rows })}`}>
              <Select
                aria-label={t('imports.becomes', { name: username })}
                allowDeselect={false}
                data={choices}
                value={choiceOf(username)}
                onChange={(choice) => set(username, choice)}
              />
            </SettingRow>
          ))}
        </SettingRows>
      )}
    </Section>
  )
}
