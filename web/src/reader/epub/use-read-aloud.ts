import { useCallback, useEffect, useRef, useState } from 'react'
import { useWakeLock } from '../use-wake-lock.ts'
import { startsInAnotherPart } from './chapter-parts.ts'
import type { Publication } from './publication.ts'
import type { ReflowableView, ReflowableViewTarget } from './reflowable-view.ts'
import { indexOfFirstVisibleSentence, type Sentence, sentencesOf } from './sentences.ts'

/** Voices depend on the device, and so does the choice. */
type SpeechChoice = { rate: number; voice: string | undefined }
const choiceKey = 'lectern-speech'
const spokenName = 'lectern-spoken'

type Reading = { index: number; doc: Document; sentences: Sentence[]; at: number }
export type ReadAloud = ReturnType<typeof useReadAloud>

/** The view of the book: provides its content, and navigates to what is read. */
export type ReadAloudView = Pick<ReflowableView, 'go' | 'chapters' | 'visibleRange'> & {
  /** Whether a sentence of a file is on screen, if its position in the window doesn't show that. */
  isShown?: (range: Range, index: number) => boolean
}

/** The maximum number of images between two pages with text. Skipping more would go to the end of the book. */
const mostWordless = 8

/**
 * Reads the book aloud with the browser's voices, sentence by sentence and across chapters. After a page turn by the
 * viewer, reading continues there: `place` changes with every turn, whatever its cause.
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
  /** Incremented to cancel everything that was started before. */
  const turn = useRef(0)
  /** The number of page turns in progress to what is read next. */
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

  const sentencesIn = (doc: Document) => sentencesOf(doc, doc.documentElement.lang || publication.language)

  /** The sentences of a chapter, once it is shown. */
  const enter = async (chapterIndex: number, from: 'here' | 'start'): Promise<Reading | undefined> => {
    const find = () =>
      paginator()
        ?.chapters()
        .find((each) => each.index === chapterIndex)
    if (!find()) await turnTo({ index: chapterIndex })
    const doc = find()?.doc
    if (!doc) return undefined
    const sentences = sentencesIn(doc)
    const at = from === 'here' ? indexOfFirstVisibleSentence(sentences, doc, paginator()?.visibleRange()) : 0
    return { index: chapterIndex, doc, sentences, at }
  }

  const speak = async () => {
    const mine = ++turn.current
    globalThis.speechSynthesis.cancel()
    let now = reading.current
    // Chapters without text, such as an image, are skipped.
    for (let passed = 0; now && now.at >= now.sentences.length; passed++) {
      const next = now.index + 1
      if (next >= publication.order.length || passed > mostWordless) return stop()
      await turnTo({ index: next })
      now = mine === turn.current ? await enter(next, 'start') : undefined
      if (mine !== turn.current) return
      reading.current = now
    }
    // The chapter may have been removed and added again in the meantime.
    if (now && !isThere(now.doc)) {
      const again = await enter(now.index, 'start')
      if (mine !== turn.current) return
      now = again && { ...again, at: now.at }
      reading.current = now
    }
    const sentence = now?.sentences[now.at]
    if (!now || !sentence) return stop()
    highlight(now.doc, sentence.range)
    if (!isShown(now, sentence)) {
      const { doc: before, at } = now
      // The next part of a long chapter is another document with the same sentences.
      const find = (doc: Document) => (doc === before ? sentence : sentencesIn(doc)[at])?.range
      await turnTo({ index: now.index, find })
      if (mine === turn.current && !isThere(before)) return void speak()
    }
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
  /** Whether the viewer turned away from the sentence that is being read, or that it was paused at. */
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
    // Stopped, paused or turned while the chapter loaded.
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
    // Browsers load their voices a moment after the page.
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
  if (startsInAnotherPart(range)) return false
  const frame = range.startContainer.ownerDocument?.defaultView?.frameElement?.getBoundingClientRect()
  const boxes = [...range.getClientRects()].filter(({ height }) => height > 0)
  if (!frame || boxes.length === 0) return true
  // A sentence may start on one page and end on the next.
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
