import { useEffect, useMemo, useRef, useState } from 'react'
import { useWakeLock } from '../../use-wake-lock.ts'
import type { Publication } from '../publication.ts'
import type { ReadAloudView } from './read-aloud-moves.ts'
import { ReadAloudSession, type ReadAloudState, type ReadAloudStatus } from './read-aloud-session.ts'
import { type SpeechChoice, useSpeechChoice } from './speech-choice.ts'

export type ReadAloud = ReturnType<typeof useReadAloud>

/**
 * Reads the book aloud. After a page turn by the viewer, reading continues there: `place` changes with every turn,
 * whatever its cause. `view` is the same function at every rendering.
 */
export function useReadAloud(
  publication: Publication,
  view: () => ReadAloudView | undefined,
  index: number,
  place: unknown,
) {
  const [status, setStatus] = useState<ReadAloudStatus>('off')
  const { choice, change, voices } = useSpeechChoice()
  useWakeLock(status === 'playing')
  const now: ReadAloudState = { publication, choice, voices, index, status }
  const state = useRef(now)
  state.current = now
  const session = useMemo(() => new ReadAloudSession(view, () => state.current, setStatus), [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a turn is a reason to read something else
  useEffect(() => session.placeChanged(), [place])
  useEffect(() => () => session.stop(), [session])

  const choose = (part: Partial<SpeechChoice>) => {
    const next = { ...choice, ...part }
    change(next)
    state.current.choice = next
    if (status === 'playing') void session.speakAgain()
  }
  return {
    status,
    voices,
    choice,
    choose,
    play: () => session.play(),
    pause: () => session.pause(),
    step: (by: 1 | -1) => session.step(by),
    stop: () => session.stop(),
  }
}
