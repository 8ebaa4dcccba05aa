import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { tell } from '../api/actions.ts'
import type { Kind } from '../api/catalogue.ts'
import { usePreference } from '../api/preferences.ts'
import { t } from '../messages/t.ts'
import type { Search } from '../search-params.ts'
import { countFilters, type Filters, readFilters, writeFilters } from './filters.ts'
import css from './saved-filters.module.css'

type Saved = { name: string; search: Search }
type SavedProps = { kind: Kind; filters: Filters; setFilters: (filters: Filters) => void }

export function SavedFilters({ kind, filters, setFilters }: SavedProps) {
  const [saved, setSaved] = usePreference<Saved[]>(`filters.${kind}`, [])
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    setSaved([
      ...saved.filter((each) => each.name !== name.trim()),
      { name: name.trim(), search: writeFilters(filters) },
    ])
    setName('')
    tell(t('filter.savedDone'))
  }
  const active = countFilters(filters) > 0
  if (saved.length === 0 && !active) return null
  return (
    <section className={css.saved}>
      {saved.length > 0 && (
        <>
          <h3 className={css.name}>{t('filter.saved')}</h3>
          <ul className={css.list}>
            {saved.map((each) => (
              <li key={each.name} className={css.item}>
                <Button variant="default" size="xs" onClick={() => setFilters(readFilters(each.search, kind))}>
                  {each.name}
                </Button>
                <ActionIcon
                  size={28}
                  aria-label={t('filter.delete', { name: each.name })}
                  onClick={() => setSaved(saved.filter((other) => other !== each))}
                >
                  <IconX size={14} stroke={1.5} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
      {active && (
        <form className={css.form} onSubmit={save}>
          <TextInput
            size="xs"
            aria-label={t('filter.saveName')}
            placeholder={t('filter.saveName')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" disabled={!name.trim()}>
            {t('filter.save')}
          </Button>
        </form>
      )}
    </section>
  )
}
