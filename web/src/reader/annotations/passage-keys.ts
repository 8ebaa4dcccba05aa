import type { RefObject } from 'react'
import type { Annotation } from '../../api/types.ts'
import type { PlainKey } from '../../messages/t.ts'
import { highlightColors } from './highlight-colors.ts'
import { moveSelection } from './keyboard-selection.ts'
import type { AnnotationEdits } from './make-annotation.ts'

/**
 * The passage that the toolbar applies to: selected just now, or an existing annotation. `text` is its text, if already
 * known.
 */
export type SelectedPassage = { range: Range; annotation?: Annotation; editing?: boolean; text?: string }
type Acts = { dismiss: () => void; change: (style: AnnotationEdits) => void; edit: () => void; discard: () => void }

/** Handles a key for the passage that the toolbar applies to. Returns whether it did. */
export function handlePassageKey(
  event: KeyboardEvent,
  passage: SelectedPassage | undefined,
  bar: RefObject<HTMLElement | null>,
  { dismiss, change, edit, discard }: Acts,
): boolean {
  if (!passage || event.ctrlKey || event.metaKey || event.altKey) return false
  const { annotation, range } = passage
  const color = highlightColors[Number(event.key) - 1]
  if (event.key === 'Escape') dismiss()
  else if (color) change({ color })
  else if (event.key === 'u') change({ style: annotation?.style === 'underline' ? 'highlight' : 'underline' })
  else if (event.key === 'n') edit()
  else if (event.key === 'Delete' && annotation) discard()
  else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))
    bar.current?.querySelector('button')?.focus()
  else if (annotation || !moveSelection(range.startContainer.ownerDocument as Document, event)) return false
  event.preventDefault()
  return true
}

/** The help texts for these keys, in every reader with text. */
export const passageKeyHelp: { keys: string[]; message: PlainKey }[] = [
  { keys: ['N'], message: 'annotations.panel' },
  { keys: ['H'], message: 'annotations.select' },
  { keys: ['Shift ←', 'Shift →'], message: 'annotations.extend' },
  { keys: ['1', '2', '3', '4'], message: 'annotations.mark' },
  { keys: ['U', 'N'], message: 'annotations.underlineOrNote' },
]
