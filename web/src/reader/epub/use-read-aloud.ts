import { useCallback, useEffect, useRef, useState } from 'react'
import { useWakeLock } from '../use-wake-lock.ts'
import type { Publication } from './publication.ts'
import type { ReflowableView, ReflowableViewTarget } from './reflowable-view.ts'
import { indexOfFirstVisibleSentence, type Sentence, sentencesOf } from './sentences.ts'
import { type SpeechChoice, useSpeechChoice } from './speech-choice.ts'
import { highlightSpoken, isSentenceOnScreen } from './spoken-sentence.ts'

type Reading = { index: number; doc: Document; sentences: Sentence[]; at: number }
export type ReadAloud = ReturnType<typeof useReadAloud>

/** The view of the book: provides its content, and navigates to what is read. */
export type ReadAloudView = Pick<ReflowableView, 'go' | 'chapters' | 'visibleRange'> &
  Partial<Pick<ReflowableView, 'latestMove'>> & {
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
  const { choice, change, voices } = useSpeechChoice()
  useWakeLock(status === 'playing')
  const latest = useRef({ choice, voices, index, status })
  latest.current = { choice, voices, index, status }
  const reading = useRef<Reading>(undefined)
  /** Incremented to cancel everything that was started before. */
  const turn = useRef(0)
  /** The number of page turns in progress to what is read next. */
  const turnsUnderWay = useRef(0)
  /** The last move to what is read, or that reading followed. Any later one is the viewer's. */
  const followed = useRef<Promise<void>>(undefined)
  const isViewerMoving = () => paginator()?.latestMove?.() !== followed.current
  const turnTo = async (target: ReflowableViewTarget) => {
    turnsUnderWay.current++
    const turned = paginator()?.go(target)
    followed.current = paginator()?.latestMove?.()
    await turned?.finally(() => {
      turnsUnderWay.current--
    })
  }
  /** Waits until the viewer has arrived where they are going. */
  const follow = async () => {
    while (isViewerMoving()) {
      followed.current = paginator()?.latestMove?.()
      await followed.current
    }
  }
  const isThere = (doc: Document) =>
    paginator()
      ?.chapters()
      .some((each) => each.doc === doc) ?? false

  const stop = useCallback(() => {
    turn.current++
    reading.current = undefined
    globalThis.speechSynthesis?.cancel()
    for (const { doc } of paginator()?.chapters() ?? []) highlightSpoken(doc, undefined)
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

  /** The chapter on screen: `index` follows only with the next rendering. */
  const indexHere = () => {
    const chapters = paginator()?.chapters() ?? []
    const doc = paginator()?.visibleRange()?.startContainer.ownerDocument
    const seen =
      chapters.find((each) => each.doc === doc) ?? chapters.find((each) => each.index === latest.current.index)
    return (seen ?? chapters[0])?.index ?? latest.current.index
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
      if (mine === turn.current && isViewerMoving()) return void readHere()
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
    highlightSpoken(now.doc, sentence.range)
    if (!isShown(now, sentence)) {
      const { doc: before, at } = now
      // The next part of a long chapter is another document with the same sentences.
      const find = (doc: Document) => (doc === before ? sentence : sentencesIn(doc)[at])?.range
      await turnTo({ index: now.index, find })
      if (mine === turn.current && !isThere(before)) return void (isViewerMoving() ? readHere() : speak())
    }
    if (mine !== turn.current) return
    const { choice: wished, voices: known } = latest.current
    const words = new SpeechSynthesisUtterance(sentence.text)
    words.rate = wished.rate
    words.lang = now.doc.documentElement.lang || publication.language || ''
    words.voice = known.find(({ voiceURI }) => voiceURI === wished.voice) ?? null
    const goOn = async () => {
      if (mine !== turn.current || (await hasLeft()) || !reading.current) return
      reading.current.at++
      void speak()
    }
    words.onend = goOn
    words.onerror = ({ error }) => {
      if (error !== 'canceled' && error !== 'interrupted') void goOn()
    }
    globalThis.speechSynthesis.speak(words)
  }

  const isShown = ({ doc, index: at }: Reading, { range }: Sentence) =>
    isThere(doc) && (paginator()?.isShown?.(range, at) ?? isSentenceOnScreen(range))
  /** Whether the viewer turned away from the sentence that is being read, or that it was paused at. */
  const isLeft = () => {
    const now = reading.current
    const sentence = now?.sentences[now.at]
    return now !== undefined && sentence !== undefined && !isShown(now, sentence)
  }
  /** Whether something else is read from now on, because the viewer went there. */
  const hasLeft = async (): Promise<boolean> => {
    if (!isViewerMoving()) return false
    const mine = ++turn.current
    await follow()
    if (mine !== turn.current) return true
    if (!isLeft()) return false
    void readHere()
    return true
  }
  const speakUnlessLeft = async () => {
    if (!(await hasLeft())) void speak()
  }
  const readHere = async () => {
    const mine = ++turn.current
    globalThis.speechSynthesis.cancel()
    if (reading.current) highlightSpoken(reading.current.doc, undefined)
    reading.current = undefined
    await follow()
    // Stopped, paused or turned while the chapter loaded.
    if (mine !== turn.current) return
    const entered = await enter(indexHere(), 'here')
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
    else await speakUnlessLeft()
  }
  const pause = () => {
    turn.current++
    globalThis.speechSynthesis?.cancel()
    setStatus('paused')
  }
  const step = (by: 1 | -1) => {
    if (!reading.current) return
    reading.current.at = Math.max(0, reading.current.at + by)
    if (status === 'playing') void speakUnlessLeft()
    else {
      const sentence = reading.current.sentences[reading.current.at]
      highlightSpoken(reading.current.doc, sentence?.range)
    }
  }
  const choose = (part: Partial<SpeechChoice>) => {
    const next = { ...choice, ...part }
    change(next)
    latest.current.choice = next
    if (status === 'playing') void speakUnlessLeft()
  }
  useEffect(() => stop, [stop])
  return { status, voices, choice, play, pause, step, choose, stop }
}
