import { TextInput } from '@mantine/core'
import { t } from '../messages/t.ts'
import type { Field, Pair } from './fields.ts'
import css from './rows.module.css'
import { Rows } from './rows.tsx'

type PairsProps = { label: string; pair: NonNullable<Field['pair']>; value: Pair[]; set: (pairs: Pair[]) => void }

/** What has two halves, such as a title and the language it is in. */
export function Pairs({ pair, ...field }: PairsProps) {
  const [first, second] = pair.keys
  return (
    <Rows
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
    </Rows>
  )
}
