import { TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addToList, type CuratedList, createList, type ListKind, listsQuery } from '../api/curated-lists.ts'
import { errorTextForField } from '../api/field-errors.ts'
import { usePermission } from '../api/session.ts'
import { showProblem } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SubmitButton } from '../parts/submit-button.tsx'
import css from './add-to-list-dialog.module.css'

export type AddToListTarget = { list: ListKind; ids: string[] }

export default function AddToListDialog({ what, close }: { what: AddToListTarget; close: () => void }) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const { data: lists = [] } = useQuery(listsQuery(what.list))
  const chosenByHand = lists.filter((list) => list.condition === null)
  const isCollection = what.list === 'collections'
  const mayShare = usePermission(isCollection ? 'SeriesWrite' : 'BooksWrite')
  const add = async (list: () => CuratedList | Promise<CuratedList>, failed = showProblem) => {
    if (busy) return
    setBusy(true)
    try {
      await addToList(what.list, await list(), what.ids)
      close()
    } catch (error) {
      failed(error)
      setBusy(false)
    }
  }
  const create = (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (name.trim()) void add(() => createList(what.list, { name: name.trim(), shared: mayShare }), setProblem)
  }
  const nameLabel = isCollection ? t('collections.name') : t('readLists.name')
  return (
    <FormDialog close={close} title={isCollection ? t('action.addToCollection') : t('action.addToReadList')}>
      <ul className={css.lists}>
        {chosenByHand.map((list) => (
          <li key={list.id}>
            <UnstyledButton className={css.list} onClick={() => add(() => list)}>
              <span className="work">{list.name}</span>
              <span className={`num ${css.count}`}>{'seriesCount' in list ? list.seriesCount : list.bookCount}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <form className={css.form} onSubmit={create}>
        <TextInput
          className={css.name}
          aria-label={nameLabel}
          maxLength={500}
          error={errorTextForField('name', problem)}
          placeholder={isCollection ? t('collections.new') : t('readLists.new')}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <SubmitButton inline variant="default" busy={busy} missing={[!name.trim() && nameLabel]}>
          {t('common.create')}
        </SubmitButton>
      </form>
    </FormDialog>
  )
}
