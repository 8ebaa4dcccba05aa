import { useCallback, useMemo, useState } from 'react'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'

export type ItemSelection<T> = {
  active: boolean
  items: T[]
  of: (item: T, index: number) => ItemSelectionState
  start: () => void
  stop: () => void
  add: (items: T[]) => void
}

/** The selected items. Shift selects everything since the last selected item, as far as it is loaded. */
export function useSelection<T extends { id: string }>(at: (index: number) => T | undefined): ItemSelection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const [active, setActive] = useState(false)
  const [last, setLast] = useState<number>()

  const toggle = useCallback(
    (item: T, index: number, range: boolean) => {
      setActive(true)
      setLast(index)
      setChosen((before) => {
        const next = new Map(before)
        if (range && last !== undefined) {
          for (const each of rangeBetween(last, index)) {
            const between = at(each)
            if (between) next.set(between.id, between)
          }
        } else if (!next.delete(item.id)) next.set(item.id, item)
        return next
      })
    },
    [at, last],
  )

  return useMemo(
    () => ({
      active,
      items: [...chosen.values()],
      of: (item, index) => ({
        active,
        selected: chosen.has(item.id),
        toggle: (range) => toggle(item, index, range),
      }),
      start: () => setActive(true),
      stop: () => {
        setActive(false)
        setChosen(new Map())
      },
      add: (items) => setChosen((before) => new Map([...before, ...items.map((each) => [each.id, each] as const)])),
    }),
    [active, chosen, toggle],
  )
}

function rangeBetween(a: number, b: number): number[] {
  const from = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => from + index)
}
