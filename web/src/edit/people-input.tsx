import { Select, TextInput } from '@mantine/core'
import type { Author } from '../api/types.ts'
import { t } from '../messages/t.ts'
import css from './editable-rows.module.css'
import { EditableRows } from './editable-rows.tsx'

export const personRoles = [
  'author',
  'co_author',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
  'illustrator',
  'editor',
  'translator',
  'contributor',
] as const

type PeopleProps = { label: string; value: Author[]; set: (people: Author[]) => void }

export function PeopleInput(field: PeopleProps) {
  return (
    <EditableRows
      {...field}
      blank={{ name: '', role: 'author' }}
      addLabel={t('edit.addAuthor')}
      nameOf={(person) => person.name}
      className={css.person}
    >
      {(person, change) => (
        <>
          <TextInput
            aria-label={t('edit.authorName')}
            dir="auto"
            value={person.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            aria-label={t('edit.authorRole')}
            allowDeselect={false}
            value={person.role}
            onChange={(role) => role && change({ role })}
            data={personRoles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
        </>
      )}
    </EditableRows>
  )
}
