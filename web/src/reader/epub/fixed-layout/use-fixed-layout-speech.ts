import { useCallback, useRef } from 'react'
import { showMessage } from '../../../api/show-message.ts'
import { t } from '../../../messages/t.ts'
import type { Spread } from '../../spreads.ts'
import type { Publication } from '../publication.ts'
import type { ReadAloudView } from '../read-aloud/read-aloud-moves.ts'
import { sentencesOf } from '../read-aloud/sentences.ts'
import { useReadAloud } from '../read-aloud/use-read-aloud.ts'
import type { FixedLayoutDocuments } from './use-fixed-layout-documents.ts'

type Pages = {
  publication: Publication
  documents: FixedLayoutDocuments
  spread: Spread
  /** The index of the spread. */
  place: number
  goTo: (page: number) => void
}

/** Reads the pages aloud, one after the other. */
export function useFixedLayoutSpeech({ publication, documents, spread, place, goTo }: Pages) {
  const shown = useRef<ReadAloudView>(undefined)
  shown.current = {
    chapters: documents.chapters,
    visibleRange: () => undefined,
    isShown: (_, index) => spread.includes(index + 1),
    go: async ({ index }) => {
      if (!spread.includes(index + 1)) goTo(index + 1)
      for (let tries = 0; tries < 600 && !documents.at(index + 1); tries++) await new Promise(requestAnimationFrame)
    },
  }
  const speech = useReadAloud(
    publication,
    useCallback(() => shown.current, []),
    spread[0] - 1,
    place,
  )
  /** Starts or pauses. */
  const readAloud = () => {
    if (speech.status === 'playing') return speech.pause()
    // The text of a scanned page is part of its image.
    const hasWords = spread.some((page) => {
      const doc = documents.at(page)
      return doc && sentencesOf(doc, publication.language).length > 0
    })
    if (speech.status === 'off' && !hasWords) return showMessage(t('speech.noWords'))
    void speech.play()
  }
  return { speech, readAloud }
}
