import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { findMessage, t } from '../../../messages/t.ts'
import { SettingRow, SettingRows } from '../../settings/parts/setting-row.tsx'
import { SettingsSection } from '../../settings/parts/settings-section.tsx'
import { usersQuery } from '../users/users-api.ts'
import type { ChangeImportOptions, Import } from './imports-api.ts'

const NEW = 'new'
const SKIP = 'skip'
/** Prefix, so that no account name can be mistaken for the two values above. */
const ACCOUNT = 'account:'

/** Which users are imported, and into which accounts. */
export function ImportUsers({ source, change }: { source: Import; change: ChangeImportOptions }) {
  const { summary, options } = source
  if (!summary || summary.people.length === 0) return null
  const { people } = options
  const mode = typeof people === 'string' ? people : 'some'
  const chosen = typeof people === 'string' ? {} : people
  const setMode = async (next: string) => {
    if (next === 'all' || next === 'none') return change(() => ({ people: next }))
    const names = summary.people.map(({ username }) => username)
    const here = await findAccounts(names.slice(0, MAX_LOOKED_UP))
    change(() => ({ people: Object.fromEntries(names.map((name) => [name, here.get(name) ?? ''])) }))
  }
  const set = (theirs: string, choice: string) => {
    const ours = choice.startsWith(ACCOUNT) ? choice.slice(ACCOUNT.length) : ''
    change(({ people: now }) => {
      const { [theirs]: _, ...others } = typeof now === 'string' ? chosen : now
      return { people: choice === SKIP ? others : { ...others, [theirs]: ours } }
    })
  }
  return (
    <SettingsSection help="server/moving.html#choose-people" title={t('imports.people')} text={t('imports.peopleText')}>
      <SegmentedControl
        mt="sm"
        aria-label={t('imports.people')}
        value={mode}
        onChange={(next) => void setMode(next)}
        data={(['all', 'some', 'none'] as const).map((value) => ({ value, label: t(`imports.people.${value}`) }))}
      />
      {mode === 'some' && (
        <SettingRows>
          {summary.people.map(({ id, username, role, rows }) => (
            <SettingRow
              key={id}
              label={username}
              text={`${findMessage(`role.of.${role}`, {}) ?? role} · ${t('imports.rows', { count: rows })}`}
            >
              <AccountChoice
                theirs={username}
                ours={username in chosen ? chosen[username]! : null}
                set={(choice) => set(username, choice)}
              />
            </SettingRow>
          ))}
        </SettingRows>
      )}
    </SettingsSection>
  )
}

/** A new account, none, or one of any number of existing ones. `ours`: null for none, '' for a new one. */
function AccountChoice({ theirs, ours, set }: { theirs: string; ours: string | null; set: (choice: string) => void }) {
  const [typed, setTyped] = useState('')
  const { data: found } = useQuery(usersQuery(typed))
  const names = new Set(found?.data.map(({ username }) => username))
  // The chosen account stays in the list, whatever is typed next.
  if (ours) names.add(ours)
  const fixed = [
    { value: NEW, label: t('imports.newAccount') },
    { value: SKIP, label: t('imports.skip') },
  ]
  const choices = [...fixed, ...[...names].map((name) => ({ value: ACCOUNT + name, label: name }))]
  const value = ours === null ? SKIP : ours === '' ? NEW : ACCOUNT + ours
  const shown = choices.find((each) => each.value === value)?.label
  return (
    <Select
      aria-label={t('imports.becomes', { name: theirs })}
      allowDeselect={false}
      searchable
      data={choices}
      value={value}
      onSearchChange={(text) => setTyped(text === shown ? '' : text.trim())}
      onChange={(choice) => choice && set(choice)}
    />
  )
}

/** Existing accounts with the same name, regardless of case. */
async function findAccounts(names: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const lookUp = async (name: string) => {
    const { data } = await queryClient.fetchQuery(usersQuery(name))
    const same = data.find(({ username }) => username.toLowerCase() === name.toLowerCase())
    if (same) found.set(name, same.username)
  }
  // A name whose lookup fails is offered as a new account; the import itself finds the account of the same name.
  await Promise.allSettled(names.map(lookUp))
  return found
}

const MAX_LOOKED_UP = 50
