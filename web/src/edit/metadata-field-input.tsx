import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { FilterFacet } from '../api/item-queries.ts'
import type { Author } from '../api/types.ts'
import { t } from '../messages/t.ts'
import css from './editable-rows.module.css'
import { EditableRows } from './editable-rows.tsx'
import type { EditablePair, MetadataField } from './metadata-fields.ts'
import { NamesInputWithSuggestions } from './names-input-with-suggestions.tsx'
import { PeopleInput } from './people-input.tsx'

/** The input for a field, by its kind. */
export function MetadataFieldInput({
  field,
  value,
  set,
}: {
  field: MetadataField
  value: unknown
  set: (value: unknown) => void
}) {
  const label = t(field.label)
  switch (field.kind) {
    case 'area':
      return (
        <Textarea
          label={label}
          dir="auto"
          autosize
          minRows={3}
          maxRows={10}
          value={String(value ?? '')}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
    case 'number':
    case 'decimal':
      return (
        <NumberInput
          label={label}
          value={(value as number) ?? ''}
          onChange={set}
          allowDecimal={field.kind === 'decimal'}
          hideControls
        />
      )
    case 'names':
      return (
        <NamesInputWithSuggestions
          label={label}
          facet={facetOf(field.name)}
          value={(value as string[]) ?? []}
          set={set}
        />
      )
    case 'choice':
      return (
        <Select
          label={label}
          clearable
          value={(value as string) ?? null}
          onChange={set}
          data={field.choices?.map((each) => ({ value: each.value, label: t(each.label) }))}
        />
      )
    case 'pairs':
      return (
        field.pair && <PairsInput label={label} pair={field.pair} value={(value as EditablePair[]) ?? []} set={set} />
      )
    case 'people':
      return <PeopleInput label={label} value={(value as Author[]) ?? []} set={set} />
    default:
      return (
        <TextInput
          label={label}
          dir="auto"
          value={String(value ?? '')}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )
  }
}

function facetOf(name: string): FilterFacet | undefined {
  return name === 'genres' || name === 'tags' ? name : undefined
}

type PairsProps = {
  label: string
  pair: NonNullable<MetadataField['pair']>
  value: EditablePair[]
  set: (pairs: EditablePair[]) => void
}

/** Values with two parts, such as a title and its language. */
function PairsInput({ pair, ...field }: PairsProps) {
  const [first, second] = pair.keys
  return (
    <EditableRows
      {...field}
      blank={{}}
      addLabel={t(pair.add)}
      nameOf={(each) => each[second] || each[first] || ''}
      className={css.pair}
    >
      {(each, change) =>
        pair.keys.map((key, half) => (
          <TextInput
            key={key}
            aria-label={t(pair.labels[half as 0 | 1])}
            placeholder={t(pair.labels[half as 0 | 1])}
            dir="auto"
            value={each[key] ?? ''}
            onChange={(event) => change({ [key]: event.currentTarget.value })}
          />
        ))
      }
    </EditableRows>
  )
}
