import { Checkbox } from '@mantine/core'
import type { SearchOptions } from '../../../src/formats/fold-text.ts'
import { t } from '../messages/t.ts'
import css from './search-option-switches.module.css'

type SwitchesProps = { options: SearchOptions; change: (options: SearchOptions) => void }

/** How a book is searched. */
export function SearchOptionSwitches({ options, change }: SwitchesProps) {
  return (
    <div className={css.switches}>
      {(['matchCase', 'wholeWords'] as const).map((name) => (
        <Checkbox
          key={name}
          size="sm"
          label={t(`reader.search.${name}`)}
          checked={options[name] ?? false}
          onChange={(event) => change({ ...options, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}
