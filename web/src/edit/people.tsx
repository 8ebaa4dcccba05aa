import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Author } from '../api/shapes.ts'
import { t } from '../messages/t.ts'
import css from './people.module.css'

export const roles = [
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

export function People({ label, value, set }: PeopleProps) {
  const change = (index: number, part: Partial<Author>) =>
    set(value.map((each, place) => (place === index ? { ...each, ...part } : each)))
  return (
    <fieldset className={css.people}>
      <legend className={css.legend}>{label}</legend>
      {value.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same person may stand there twice with two roles, and names change while typing
        <div key={index} className={css.person}>
          <TextInput
            aria-label={t('edit.authorName')}
            dir="auto"
            value={person.name}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <Select
            aria-label={t('edit.authorRole')}
            allowDeselect={false}
            value={person.role}
            onChange={(role) => role && change(index, { role })}
            data={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
          <ActionIcon
            aria-label={t('edit.removeAuthor', { name: person.name })}
            onClick={() => set(value.filter((_, place) => place !== index))}
          >
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} stroke={1.5} />}
        onClick={() => set([...value, { name: '', role: 'author' }])}
      >
        {t('edit.addAuthor')}
      </Button>
    </fieldset>
  )
}
