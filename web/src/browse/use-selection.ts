import { useCallback, useMemo, useRef, useState } from 'react'
import { showProblem } from '../api/show-message.ts'
import type { ItemSelectionState } from '../cover/select-checkbox.tsx'

/** The server's limit per request; no viewer selects more. */
export const maxSelectedItems = 10_000

export type ItemSelection<T> = {
  active: boolean
  items: T[]
  of: (item: T, index: number) => ItemSelectionState
  start: () => void
  stop: () => void
  /** Adds items once they are loaded, unless the selection has ended by then. */
  add: (items: T[] | Promise<T[]>) => void
}

/**
 * The selected items. Shift selects everything since the last selected item; what of it isn't loaded is fetched by
 * `load`.
 */
export function useSelection<T extends { id: string }>(
  at: (index: number) => T | undefined,
  load?: (first: number, last: number) => Promise<T[]>,
): ItemSelection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const [active, setActive] = useState(false)
  /** Its position is meant in the order in which it was selected. */
  const [last, setLast] = useState<{ index: number; load: typeof load }>()
  const run = useRef(0)

  const add = useCallback((items: T[] | Promise<T[]>) => {
    const started = run.current
    Promise.resolve(items).then((loaded) => {
      if (run.current === started) setChosen((before) => withItems(before, loaded))
    }, showProblem)
  }, [])

  const toggle = useCallback(
    (item: T, index: number, range: boolean) => {
      setActive(true)
      setLast({ index, load })
      if (!range || !last || last.load !== load) {
        return setChosen((before) => {
          const next = new Map(before)
          if (!next.delete(item.id)) next.set(item.id, item)
          return next
        })
      }
      const first = Math.min(last.index, index)
      const end = Math.min(Math.max(last.index, index), first + maxSelectedItems - 1)
      const between = Array.from({ length: end - first + 1 }, (_, offset) => at(first + offset))
      setChosen((before) => withItems(before, between))
      if (load && between.includes(undefined)) add(load(first, end))
    },
    [at, load, add, last],
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
        run.current++
        setActive(false)
        setChosen(new Map())
      },
      add,
    }),
    [active, chosen, toggle, add],
  )
}

function withItems<T extends { id: string }>(before: ReadonlyMap<string, T>, items: readonly (T | undefined)[]) {
  return new Map([...before, ...items.flatMap((item) => (item ? [[item.id, item] as const] : []))])
}
