import type { RefObject } from 'react'
import type { useAnnotationLayer } from '../../annotations/use-annotation-layer.ts'
import type { BarVisibility } from '../../use-bar-visibility.ts'
import { arrowDirections, findScrollableWideContent } from '../chapter/fit-wide-content.ts'
import { type EpubCommand, epubCommandForKey } from '../epub-keys.ts'
import type { ReflowableView } from '../reflowable-view.ts'

type KeyContext = {
  /** A sheet is open over the text. */
  isCovered: boolean
  isRtl: boolean
  isScrolled: boolean
  layer: ReturnType<typeof useAnnotationLayer>
  bar: RefObject<HTMLElement | null>
  /** What Escape ends, in this order, before it closes the book. */
  endedByEscape: ((() => void) | false | undefined)[]
  controls: BarVisibility
  view: ReflowableView | undefined
  commands: Record<EpubCommand, () => unknown>
}

/** What a key does, pressed beside the text or in it. */
export function handleReflowableKey(event: KeyboardEvent, context: KeyContext) {
  const { isCovered, layer, bar, controls, view } = context
  if (!isCovered && layer.key(event, bar)) return
  const end = context.endedByEscape.find((each) => each)
  if (!isCovered && end && event.key === 'Escape') return end()
  if (event.key === 'Tab') controls.show()
  const [across, down] = arrowDirections[event.key] ?? [0, 0]
  if ((across || down) && findScrollableWideContent(event.target, across, down)) return
  const command = epubCommandForKey(event, context.isRtl)
  if (!command || isCovered) return
  event.preventDefault()
  // The bars cover the first words of a page.
  if (command === 'selectText') controls.hide()
  if (context.isScrolled && down && view?.nudge?.(down)) return
  context.commands[command]()
}
