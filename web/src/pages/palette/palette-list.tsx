import type { KeyboardEvent } from 'react'
import { t } from '../../messages/t.ts'
import css from './command-palette.module.css'
import type { PaletteOption } from './palette-options.tsx'

type ListProps = {
  id: string
  options: PaletteOption[]
  chosen: PaletteOption | undefined
  choose: (index: number) => void
  go: (option: PaletteOption) => void
  onKey: (event: KeyboardEvent) => void
}

export function PaletteList({ id, options, chosen, choose, go, onKey }: ListProps) {
  return (
    <div className={css.results} role="listbox" id={id} aria-label={t('search.title')} tabIndex={-1}>
      {groupsOf(options).map(({ name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, a fieldset is for forms
        <div key={name} role="group" aria-label={name || t('search.title')}>
          <div className={css.group} aria-hidden>
            {name}
          </div>
          {members.map(({ option, index }) => (
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              className={css.option}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              onPointerMove={() => choose(index)}
              onClick={() => go(option)}
              onKeyDown={onKey}
            >
              <span className={css.mark} aria-hidden>
                {option.mark}
              </span>
              <span className={css.text}>
                <span className={css.title} dir="auto">
                  {option.title}
                </span>
                {option.detail && (
                  <span className={css.detail} dir="auto">
                    {option.detail}
                  </span>
                )}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

type Group = { name: string; members: { option: PaletteOption; index: number }[] }

function groupsOf(options: PaletteOption[]): Group[] {
  const groups: Group[] = []
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1)
    if (last?.name === option.group) last.members.push({ option, index })
    else groups.push({ name: option.group, members: [{ option, index }] })
  }
  return groups
}
