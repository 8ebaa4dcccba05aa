import { NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { Author } from '../api/shapes.ts'
import { t } from '../messages/t.ts'
import type { Field } from './fields.ts'
import { People } from './people.tsx'

/** What a field is typed or chosen in. */
export function FieldInput({ field, value, set }: { field: Field; value: unknown; set: (value: unknown) => void }) {
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
      return (
        <NumberInput label={label} value={(value as number) ?? ''} onChange={set} allowDecimal={false} hideControls />
      )
    case 'names':
      return (
        <TagsInput
          label={label}
          placeholder={t('edit.genresHint')}
          value={(value as string[]) ?? []}
          onChange={set}
          splitChars={[';']}
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
    case 'people':
      return <People label={label} value={(value as Author[]) ?? []} set={set} />
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
