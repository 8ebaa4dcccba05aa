import { useCallback, useEffect, useRef, useState } from 'react'
import { useWakeLock } from '../use-wake-lock.ts'
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
  /** How often the page is being turned to what is read next. */
  const turnsUnderWay = useRef(0)
  const turnTo = async (target: ReflowableViewTarget) => {
    turnsUnderWay.current++
    await paginator()
      ?.go(target)
      .finally(() => {
        turnsUnderWay.current--
      })
  }
  const isThere = (doc: Document) =>
    paginator()
      ?.chapters()
      .some((each) => each.doc === doc) ?? false

  const stop = useCallback(() => {
    turn.current++
    reading.current = undefined
    globalThis.speechSynthesis?.cancel()
    for (const { doc } of paginator()?.chapters() ?? []) highlight(doc, undefined)
    setStatus('off')
  }, [paginator])

  /** The sentences of a chapter, once it is shown. */
  const enter = async (chapterIndex: number, from: 'here' | 'start'): Promise<Reading | undefined> => {
    const find = () =>
      paginator()
        ?.chapters()
        .find((each) => each.index === chapterIndex)
    if (!find()) await turnTo({ index: chapterIndex })
    const doc = find()?.doc
    if (!doc) return undefined
    const sentences = sentencesOf(doc, doc.documentElement.lang || publication.language)
    const at = from === 'here' ? indexOfFirstVisibleSentence(sentences, doc, paginator()?.visibleRange()) : 0
    return { index: chapterIndex, doc, sentences, at }
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
      now = mine === turn.current ? await enter(next, 'start') : undefined
      if (mine !== turn.current) return
      reading.current = now
    }
    // The chapter may have been taken out and put in again meanwhile.
    if (now && !isThere(now.doc)) {
      const again = await enter(now.index, 'start')
      if (mine !== turn.current) return
      now = again && { ...again, at: now.at }
      reading.current = now
    }
    const sentence = now?.sentences[now.at]
    if (!now || !sentence) return stop()
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
    isThere(doc) && (paginator()?.isShown?.(range, at) ?? isOnScreen(range))
  /** Whether somebody turned away from the sentence that is read, or was when it was paused. */
  const isLeft = () => {
    const now = reading.current
    const sentence = now?.sentences[now.at]
    return now !== undefined && sentence !== undefined && !isShown(now, sentence)
  }
  const readHere = async () => {
    const mine = ++turn.current
    globalThis.speechSynthesis.cancel()
    if (reading.current) highlight(reading.current.doc, undefined)
    reading.current = undefined
    const entered = await enter(latest.current.index, 'here')
    // Stopped, paused or turned on while the chapter came.
    if (mine !== turn.current) return
    reading.current = entered
    if (entered) void speak()
    else setStatus('off')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a turn is a reason to read something else
  useEffect(() => {
    if (latest.current.status === 'playing' && turnsUnderWay.current === 0 && isLeft()) void readHere()
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
