import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Annotation } from '../../api/types.ts'
import { listenToSelection, selectedRange } from './listen-to-selection.ts'
import { type AnnotationEdits, applyAnnotationEdits } from './make-annotation.ts'
import { handlePassageKey, type SelectedPassage } from './passage-keys.ts'

type Uses = {
  /** The documents in which text can be selected; must not change from render to render. */
  documents: () => Document[]
  /** Annotates text that was selected. */
  annotate: (range: Range, edits: AnnotationEdits) => void
  save: (annotation: Annotation) => void
  remove: (id: string) => void
}

/** The passage that the toolbar is open for, selected text or an annotation, and what the toolbar and its keys do. */
export function useOpenPassage({ documents, annotate, save, remove }: Uses) {
  const [passage, setPassage] = useState<SelectedPassage>()
  const current = useRef<SelectedPassage>(undefined)
  current.current = passage
  const wasOpen = useRef(false)

  const dismiss = useCallback(() => {
    setPassage(undefined)
    for (const doc of documents()) doc.getSelection()?.removeAllRanges()
  }, [documents])

  /** Repositions the toolbar: a passage moves with its page, and when the text size or the window changes. */
  const follow = useCallback(() => setPassage((open) => open && { ...open }), [])

  /** Opens the toolbar whenever text is selected in a document. Returns what ends that. */
  const listen = useCallback((doc: Document, passageOf: (range: Range) => SelectedPassage | undefined) => {
    // A document without a window was removed.
    setPassage((open) => (open && documentOf(open.range).defaultView ? open : undefined))
    return listenToSelection(doc, {
      onPress: () => {
        wasOpen.current = current.current !== undefined
      },
      onSelect: (range) => {
        const selected = range && passageOf(range)
        setPassage((open) => selected ?? (open?.annotation || open?.editing ? open : undefined))
      },
    })
  }, [])

  const change = (edits: AnnotationEdits) => {
    const open = current.current
    if (!open) return
    if (open.annotation) {
      const annotation = applyAnnotationEdits(open.annotation, edits)
      save(annotation)
      return setPassage({ ...open, annotation, editing: false })
    }
    annotate(open.editing ? open.range : selectionNow(open.range), edits)
    dismiss()
  }
  const discard = () => {
    if (current.current?.annotation) remove(current.current.annotation.id)
    dismiss()
  }
  /** Opens the note. */
  const edit = () =>
    setPassage(
      (open) => open && { ...open, range: open.annotation ? open.range : selectionNow(open.range), editing: true },
    )

  /** A tap beside an open toolbar only closes it. Returns whether it did. */
  const closeByTap = (): boolean => {
    if (wasOpen.current) dismiss()
    return wasOpen.current
  }

  const key = (event: KeyboardEvent, bar: RefObject<HTMLElement | null>) =>
    handlePassageKey(event, current.current, bar, { dismiss, change, edit, discard })

  return { passage, setPassage, listen, dismiss, follow, change, discard, edit, closeByTap, key }
}

export const documentOf = (range: Range) => range.startContainer.ownerDocument as Document

/** The toolbar is updated a little later than the selection. */
const selectionNow = (range: Range) => selectedRange(documentOf(range)) ?? range
