import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AnyList, addToList, createList, type ListKind, listsQuery } from '../api/lists.ts'
import { usePermission } from '../api/session.ts'
import { showProblem } from '../api/show-message.ts'
import { t } from '../messages/t.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useRestoreFocus } from '../parts/use-restore-focus.ts'
import css from './add-to-list.module.css'

export type AddToListTarget = { list: ListKind; ids: string[] }

export default function AddToList({ what, close }: { what: AddToListTarget; close: () => void }) {
  useRestoreFocus()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: lists = [] } = useQuery(listsQuery(what.list))
  const chosenByHand = lists.filter((list) => list.condition === null)
  const isCollection = what.list === 'collections'
  const mayShare = usePermission(isCollection ? 'SeriesWrite' : 'BooksWrite')
  const add = async (list: () => AnyList | Promise<AnyList>) => {
    if (busy) return
    setBusy(true)
    try {
      await addToList(what.list, await list(), what.ids)
      close()
    } catch (error) {
      showProblem(error)
      setBusy(false)
    }
  }
  const create = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) void add(() => createList(what.list, { name: name.trim(), shared: mayShare }))
  }
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
          aria-label={isCollection ? t('collections.name') : t('readLists.name')}
          placeholder={isCollection ? t('collections.new') : t('readLists.new')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={!name.trim()}>
          {t('common.create')}
        </Button>
      </form>
    </FormDialog>
  )
}
