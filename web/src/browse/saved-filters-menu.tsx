import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { createList } from '../api/curated-lists.ts'
import { errorTextForField } from '../api/field-errors.ts'
import type { ItemKind } from '../api/item-queries.ts'
import { isProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import { showMessage, showProblem } from '../api/show-message.ts'
import type { Condition, SavedFilter } from '../api/types.ts'
import { t } from '../messages/t.ts'
import { SubmitButton } from '../parts/submit-button.tsx'
import { paramValues, type RouteSearchParams } from '../search-params.ts'
import {
  countFilters,
  type Filters,
  filtersFromSearchParams,
  filtersToSearchParams,
  listRequestFromFilters,
} from './item-filters.ts'
import css from './saved-filters-menu.module.css'

export const savedFiltersQuery = queryOptions({
  queryKey: ['saved-filters'],
  queryFn: ({ signal }) => api.get<SavedFilter[]>('/saved-filters', { signal }),
})

type SavedProps = {
  kind: ItemKind
  filters: Filters
  /**
   * The condition for everything on the page, including its library or person, for a smart list. Undefined for a text
   * search.
   */
  shown: Condition | undefined
  /** Undefined for the default sort. */
  sort: string | undefined
  apply: (filters: Filters, sort: string | undefined) => void
  /** The name being typed: it outlives the panel, which Escape closes. */
  name: string
  setName: (name: string) => void
}

/**
 * Named filters, including the sort order. The server stores the condition itself, so that other apps can show its
 * results.
 */
export function SavedFiltersMenu({ kind, filters, shown, sort, apply, name, setName }: SavedProps) {
  const { data: all = [] } = useQuery(savedFiltersQuery)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const saved = all.filter((each) => each.target === kind && isSearch(each.query.view))
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    const query = {
      condition: listRequestFromFilters(filters, undefined).condition,
      view: { ...filtersToSearchParams(filters), sort },
    }
    try {
      await api.post('/saved-filters', { body: { name: name.trim(), target: kind, query } })
      setName('')
      showMessage(t('filter.savedDone'))
      await refresh()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const saveAsList = async () => {
    const listKind = kind === 'series' ? 'collections' : 'readlists'
    const list = { name: name.trim(), condition: shown }
    setBusy(true)
    setProblem(undefined)
    try {
      // Conditions that depend on the viewer's own reading can't be shared; then the list is private.
      await createList(listKind, list).catch((error: unknown) => {
        if (!isProblem(error, 'validation_failed')) throw error
        return createList(listKind, { ...list, shared: false })
      })
      showMessage(t('filter.asListDone', { name: list.name }))
      setName('')
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const applySaved = (view: RouteSearchParams) => apply(filtersFromSearchParams(view, kind), paramValues(view.sort)[0])
  const active = countFilters(filters) > 0
  if (saved.length === 0 && !active) return null
  return (
    <section className={css.saved}>
      {saved.length > 0 && (
        <>
          <h3 className={css.name}>{t('filter.saved')}</h3>
          <ul className={css.list}>
            {saved.map((each) => (
              <li key={each.id} className={css.item}>
                <Button variant="default" size="xs" onClick={() => applySaved(each.query.view as RouteSearchParams)}>
                  {each.name}
                </Button>
                {each.mine && (
                  <ActionIcon
                    size={28}
                    aria-label={t('filter.delete', { name: each.name })}
                    onClick={() => api.delete(`/saved-filters/${each.id}`).then(refresh, showProblem)}
                  >
                    <IconX size={14} stroke={1.5} />
                  </ActionIcon>
                )}
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
            maxLength={200}
            value={name}
            error={errorTextForField('name', problem)}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <SubmitButton inline size="xs" variant="default" busy={busy} missing={[!name.trim() && t('filter.saveName')]}>
            {t('filter.save')}
          </SubmitButton>
          {shown && (
            <Button size="xs" variant="default" disabled={busy || !name.trim()} onClick={() => void saveAsList()}>
              {kind === 'series' ? t('filter.asCollections') : t('filter.asReadlists')}
            </Button>
          )}
        </form>
      )}
    </section>
  )
}

function isSearch(view: unknown): view is RouteSearchParams {
  return typeof view === 'object' && view !== null
}
