import { useCallback, useEffect, useRef, useState } from 'react'
import type { Publication } from './publication.ts'
import type { ReflowableView, ReflowableViewTarget } from './reflowable-view.ts'
import { indexOfFirstVisibleSentence, type Sentence, sentencesOf } from './sentences.ts'

/** Voices are those of the device, and so is the choice among them. */
type SpeechChoice = { rate: number; voice: string | undefined }
const choiceKey = 'lectern-speech'
const spokenName = 'lectern-spoken'

type Reading = { index: number; doc: Document; sentences: Sentence[]; at: number }
export type ReadAloud = ReturnType<typeof useReadAloud>

/** What shows the book: it says what is there, and goes on to what is read. */
export type ReadAloudView = Pick<ReflowableView, 'go' | 'chapters' | 'visibleRange'> & {
  /** Whether a sentence of a file is on the screen, where its place in the window does not tell. */
  isShown?: (range: Range, index: number) => boolean
}

/** Pictures between two pages with words. Past more than these nobody wants to be carried to the end of the book. */
const mostWordless = 8

/**
 * Reads the book aloud with the browser's voices, sentence by sentence and on over the chapters. Whoever turns away from
 * what is read hears what they turned to: `place` changes with every turn, whoever makes it.
 */
export function useReadAloud(
  publication: Publication,
  paginator: () => ReadAloudView | undefined,
  index: number,
  place: unknown,
) {
  const [status, setStatus] = useState<'off' | 'playing' | 'paused'>('off')
  const [choice, setChoice] = useState(readChoice)
  const voices = useVoices()
  useWakeLock(status === 'playing')
  const latest = useRef({ choice, voices, index, status })
  latest.current = { choice, voices, index, status }
  const reading = useRef<Reading>(undefined)
  /** Whatever was begun before a newer turn is over. */
  const turn = useRef(0)
  /** While the page is turned to what is read next. */
  const isTurning = useRef(false)
  const turnTo = async (target: ReflowableViewTarget) => {
    isTurning.current = true
    await paginator()
      ?.go(target)
      .finally(() => {
        isTurning.current = false
      })
  }

  const stop = useCallback(() => {
    turn.current++
    reading.current = undefined
    globalThis.speechSynthesis?.cancel()
    for (const { doc } of paginator()?.chapters() ?? []) highlight(doc, undefined)
    setStatus('off')
  }, [paginator])

  /** The chapter that is shown, once it is there. */
  const enter = async (chapterIndex: number, from: 'here' | 'start'): Promise<boolean> => {
    const find = () =>
      paginator()
        ?.chapters()
        .find((each) => each.index === chapterIndex)
    if (!find()) await turnTo({ index: chapterIndex })
    const doc = find()?.doc
    if (!doc) return false
    const sentences = sentencesOf(doc, doc.documentElement.lang || publication.language)
    const at = from === 'here' ? indexOfFirstVisibleSentence(sentences, doc, paginator()?.visibleRange()) : 0
    reading.current = { index: chapterIndex, doc, sentences, at }
    return true
  }

  const speak = async () => {
    const mine = ++turn.current
    globalThis.speechSynthesis.cancel()
    let now = reading.current
    // A chapter without words, such as a picture, is passed over.
    for (let passed = 0; now && now.at >= now.sentences.length; passed++) {
      const next = now.index + 1
      if (next >= publication.order.length || passed > mostWordless) return stop()
      await turnTo({ index: next })
      if (mine !== turn.current) return
      now = (await enter(next, 'start')) ? reading.current : undefined
    }
    const sentence = now?.sentences[now.at]
    if (!now || !sentence) return stop()
    // The chapter may have been taken out and put in again meanwhile.
    if (!now.doc.defaultView) {
      const { at } = now
      await turnTo({ index: now.index })
      if (mine !== turn.current || !(await enter(now.index, 'start')) || !reading.current) return stop()
      reading.current.at = at
      return void speak()
    }
    highlight(now.doc, sentence.range)
    if (!isShown(now, sentence)) await turnTo({ index: now.index, find: () => sentence.range })
    if (mine !== turn.current) return
    const { choice: wished, voices: known } = latest.current
    const words = new SpeechSynthesisUtterance(sentence.text)
    words.rate = wished.rate
    words.lang = now.doc.documentElement.lang || publication.language || ''
    words.voice = known.find(({ voiceURI }) => voiceURI === wished.voice) ?? null
    const goOn = () => {
      if (mine !== turn.current || !reading.current) return
      reading.current.at++
      void speak()
    }
    words.onend = goOn
    words.onerror = ({ error }) => {
      if (error !== 'canceled' && error !== 'interrupted') goOn()
    }
    globalThis.speechSynthesis.speak(words)
  }

  const isShown = ({ doc, index: at }: Reading, { range }: Sentence) =>
    doc.defaultView !== null && (paginator()?.isShown?.(range, at) ?? isOnScreen(range))
  /** Whether somebody turned away from the sentence that is read, or was when it was paused. */
  const isLeft = () => {
    const now = reading.current
    const sentence = now?.sentences[now.at]
    return now !== undefined && sentence !== undefined && !isShown(now, sentence)
  }
  const readHere = async () => {
    if (reading.current) highlight(reading.current.doc, undefined)
    reading.current = undefined
    if (!(await enter(latest.current.index, 'here'))) return setStatus('off')
    void speak()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a turn is a reason to read something else
  useEffect(() => {
    if (latest.current.status === 'playing' && !isTurning.current && isLeft()) void readHere()
  }, [place])

  const play = async () => {
    if (voices.length === 0) return setStatus('paused')
    setStatus('playing')
    if (!reading.current || isLeft()) await readHere()
    else void speak()
  }
  const pause = () => {
    turn.current++
    globalThis.speechSynthesis?.cancel()
    setStatus('paused')
  }
  const step = (by: 1 | -1) => {
    if (!reading.current) return
    reading.current.at = Math.max(0, reading.current.at + by)
    if (status === 'playing') void speak()
    else {
      const sentence = reading.current.sentences[reading.current.at]
      highlight(reading.current.doc, sentence?.range)
    }
  }
  const choose = (part: Partial<SpeechChoice>) => {
    const next = { ...choice, ...part }
    localStorage.setItem(choiceKey, JSON.stringify(next))
    setChoice(next)
    latest.current.choice = next
    if (status === 'playing') void speak()
  }
  useEffect(() => stop, [stop])
  return { status, voices, choice, play, pause, step, choose, stop }
}

function useVoices(): SpeechSynthesisVoice[] {
  const read = () => globalThis.speechSynthesis?.getVoices() ?? []
  const [voices, setVoices] = useState(read)
  useEffect(() => {
    const { speechSynthesis } = globalThis
    // Browsers learn of their voices a moment after the page is there.
    const update = () => setVoices(speechSynthesis.getVoices())
    speechSynthesis?.addEventListener?.('voiceschanged', update)
    return () => speechSynthesis?.removeEventListener?.('voiceschanged', update)
  }, [])
  return voices
}

function highlight(doc: Document, range: Range | undefined) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view?.CSS?.highlights) return
  if (range) view.CSS.highlights.set(spokenName, new view.Highlight(range))
  else view.CSS.highlights.delete(spokenName)
}

function isOnScreen(range: Range): boolean {
  const frame = range.startContainer.ownerDocument?.defaultView?.frameElement?.getBoundingClientRect()
  const boxes = [...range.getClientRects()].filter(({ height }) => height > 0)
  if (!frame || boxes.length === 0) return true
  // A sentence may begin on one page and end on the next.
  return boxes.some((box) => {
    const [x, y] = [frame.left + box.left, frame.top + box.top]
    return x >= 0 && x < innerWidth && y >= 0 && y < innerHeight - 60
  })
}

function readChoice(): SpeechChoice {
  try {
    const { rate, voice } = JSON.parse(localStorage.getItem(choiceKey) ?? '{}')
    return { rate: typeof rate === 'number' && rate >= 0.5 && rate <= 3 ? rate : 1, voice }
  } catch {
    return { rate: 1, voice: undefined }
  }
}

/** The screen stays on while this is so. The browser gives the lock up when the page is hidden, so it's asked for again. */
function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void taken?.release()
      else lock = taken
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isWanted])
}
