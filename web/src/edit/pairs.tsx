import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import type { Field, Pair } from './fields.ts'
import css from './people.module.css'

type PairsProps = { label: string; pair: NonNullable<Field['pair']>; value: Pair[]; set: (pairs: Pair[]) => void }

/** What has two halves, such as a title and the language it is in. */
export function Pairs({ label, pair, value, set }: PairsProps) {
  const [first, second] = pair.keys
  const change = (index: number, key: string, text: string) =>
    set(value.map((each, place) => (place === index ? { ...each, [key]: text } : each)))
  return (
    <fieldset className={css.people}>
      <legend className={css.legend}>{label}</legend>
      {value.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new one has no id yet, and what it holds changes while typing
        <div key={index} className={css.pair}>
          {pair.keys.map((key, half) => (
            <TextInput
              key={key}
              aria-label={t(pair.labels[half as 0 | 1])}
              placeholder={t(pair.labels[half as 0 | 1])}
              dir="auto"
              value={each[key] ?? ''}
              onChange={(event) => change(index, key, event.currentTarget.value)}
            />
          ))}
          <ActionIcon
            aria-label={t('edit.removeAuthor', { name: each[second] || each[first] || '' })}
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
        onClick={() => set([...value, {}])}
      >
        {t(pair.add)}
      </Button>
    </fieldset>
  )
}
