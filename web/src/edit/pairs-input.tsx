import { TextInput } from '@mantine/core'
import { t } from '../messages/t.ts'
import css from './editable-rows.module.css'
import { EditableRows } from './editable-rows.tsx'
import type { MetadataField, Pair } from './metadata-fields.ts'

type PairsProps = {
  label: string
  pair: NonNullable<MetadataField['pair']>
  value: Pair[]
  set: (pairs: Pair[]) => void
}

/** What has two halves, such as a title and the language it is in. */
export function PairsInput({ pair, ...field }: PairsProps) {
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
