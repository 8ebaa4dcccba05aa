import type { Publication } from '../publication.ts'
import { ReadAloudMoves, type ReadAloudView } from './read-aloud-moves.ts'
import { indexOfFirstVisibleSentence, type Sentence, sentencesOf } from './sentences.ts'
import type { SpeechChoice } from './speech-choice.ts'
import { highlightSpoken, isSentenceOnScreen } from './spoken-sentence.ts'

export type ReadAloudStatus = 'off' | 'playing' | 'paused'

/** What the session depends on and others change. */
export interface ReadAloudState {
  publication: Publication
  choice: SpeechChoice
  voices: SpeechSynthesisVoice[]
  /** The chapter on screen, as of the last rendering. */
  index: number
  status: ReadAloudStatus
}

/** A chapter that is read, and the number of the sentence. */
type Reading = { index: number; doc: Document; sentences: Sentence[]; at: number }

/** The maximum number of images between two pages with text. Skipping more would go to the end of the book. */
const mostWordless = 8

/** Reads a book aloud with the browser's voices, sentence by sentence and across chapters, and follows the viewer. */
export class ReadAloudSession {
  readonly #view: () => ReadAloudView | undefined
  readonly #state: () => ReadAloudState
  readonly #setStatus: (status: ReadAloudStatus) => void
  readonly #moves: ReadAloudMoves
  #reading: Reading | undefined
  /** Incremented to cancel everything that was started before. */
  #turn = 0

  constructor(
    view: () => ReadAloudView | undefined,
    state: () => ReadAloudState,
    setStatus: (status: ReadAloudStatus) => void,
  ) {
    this.#view = view
    this.#state = state
    this.#setStatus = setStatus
    this.#moves = new ReadAloudMoves(view)
  }

  async play(): Promise<void> {
    if (this.#state().voices.length === 0) return this.#setStatus('paused')
    this.#setStatus('playing')
    if (!this.#reading || this.#isLeft()) await this.#readHere()
    else await this.speakAgain()
  }

  pause(): void {
    this.#silence()
    this.#setStatus('paused')
  }

  stop(): void {
    this.#silence()
    this.#reading = undefined
    for (const { doc } of this.#chapters()) highlightSpoken(doc, undefined)
    this.#setStatus('off')
  }

  /** Goes on with the sentence after or before. */
  step(by: 1 | -1): void {
    const now = this.#reading
    if (!now) return
    now.at = Math.max(0, now.at + by)
    if (this.#state().status === 'playing') void this.speakAgain()
    else highlightSpoken(now.doc, now.sentences[now.at]?.range)
  }

  /** Speaks the sentence from its start, e.g. with another voice, unless the viewer has turned away from it. */
  async speakAgain(): Promise<void> {
    if (!(await this.#hasLeft())) void this.#speak()
  }

  /** The place on screen changed, whatever the cause: reads what the viewer turned to. */
  placeChanged(): void {
    if (this.#state().status === 'playing' && !this.#moves.isTurning && this.#isLeft()) void this.#readHere()
  }

  /** Cancels everything that was started before, and returns the number by which later steps know they still count. */
  #silence(): number {
    globalThis.speechSynthesis?.cancel()
    return ++this.#turn
  }

  async #readHere(): Promise<void> {
    const mine = this.#silence()
    if (this.#reading) highlightSpoken(this.#reading.doc, undefined)
    this.#reading = undefined
    await this.#moves.followViewer()
    // Stopped, paused or turned while the chapter loaded.
    if (mine !== this.#turn) return
    const entered = await this.#enter(this.#indexHere(), 'here')
    if (mine !== this.#turn) return
    this.#reading = entered
    if (entered) void this.#speak()
    else this.#setStatus('off')
  }

  async #speak(): Promise<void> {
    const mine = this.#silence()
    await this.#skipWordless(mine)
    if (mine !== this.#turn) return
    await this.#findAgain(mine)
    if (mine !== this.#turn) return
    const now = this.#reading
    const sentence = now?.sentences[now.at]
    if (!now || !sentence) return this.stop()
    highlightSpoken(now.doc, sentence.range)
    if (!this.#isShown(now, sentence)) await this.#show(now, sentence, mine)
    if (mine === this.#turn) this.#say(sentence, now.doc, mine)
  }

  /** From the end of a chapter to the next one with text: some are only an image. */
  async #skipWordless(mine: number): Promise<void> {
    for (let passed = 0; this.#reading && this.#reading.at >= this.#reading.sentences.length; passed++) {
      const next = this.#reading.index + 1
      if (next >= this.#state().publication.order.length || passed > mostWordless) return this.stop()
      await this.#moves.turnTo({ index: next })
      if (mine !== this.#turn) return
      if (this.#moves.isViewerMoving) return void this.#readHere()
      const entered = await this.#enter(next, 'start')
      if (mine !== this.#turn) return
      this.#reading = entered
    }
  }

  /** The chapter may have been removed and added again in the meantime. */
  async #findAgain(mine: number): Promise<void> {
    const before = this.#reading
    if (!before || this.#isThere(before.doc)) return
    const again = await this.#enter(before.index, 'start')
    if (mine === this.#turn) this.#reading = again && { ...again, at: before.at }
  }

  async #show({ index, doc: before, at }: Reading, sentence: Sentence, mine: number): Promise<void> {
    // The next part of a long chapter is another document with the same sentences.
    const find = (doc: Document) => (doc === before ? sentence : this.#sentencesIn(doc)[at])?.range
    await this.#moves.turnTo({ index, find })
    if (mine !== this.#turn || this.#isThere(before)) return
    if (this.#moves.isViewerMoving) void this.#readHere()
    else void this.#speak()
  }

  #say({ text }: Sentence, doc: Document, mine: number): void {
    const { choice, voices, publication } = this.#state()
    const words = new SpeechSynthesisUtterance(text)
    words.rate = choice.rate
    words.lang = doc.documentElement.lang || publication.language || ''
    words.voice = voices.find(({ voiceURI }) => voiceURI === choice.voice) ?? null
    const goOn = async () => {
      if (mine !== this.#turn || (await this.#hasLeft()) || !this.#reading) return
      this.#reading.at++
      void this.#speak()
    }
    words.onend = goOn
    words.onerror = ({ error }) => {
      if (error !== 'canceled' && error !== 'interrupted') void goOn()
    }
    globalThis.speechSynthesis.speak(words)
  }

  /** Whether something else is read from now on, because the viewer went there. */
  async #hasLeft(): Promise<boolean> {
    if (!this.#moves.isViewerMoving) return false
    const mine = ++this.#turn
    await this.#moves.followViewer()
    if (mine !== this.#turn) return true
    if (!this.#isLeft()) return false
    void this.#readHere()
    return true
  }

  /** Whether the viewer turned away from the sentence that is being read, or that it was paused at. */
  #isLeft(): boolean {
    const now = this.#reading
    const sentence = now?.sentences[now.at]
    return now !== undefined && sentence !== undefined && !this.#isShown(now, sentence)
  }

  #isShown({ doc, index }: Reading, { range }: Sentence): boolean {
    return this.#isThere(doc) && (this.#view()?.isShown?.(range, index) ?? isSentenceOnScreen(range))
  }

  /** The sentences of a chapter, once it is shown. */
  async #enter(index: number, from: 'here' | 'start'): Promise<Reading | undefined> {
    const find = () => this.#chapters().find((each) => each.index === index)?.doc
    if (!find()) await this.#moves.turnTo({ index })
    const doc = find()
    if (!doc) return undefined
    const sentences = this.#sentencesIn(doc)
    const at = from === 'here' ? indexOfFirstVisibleSentence(sentences, doc, this.#view()?.visibleRange()) : 0
    return { index, doc, sentences, at }
  }

  /** The chapter on screen: the state follows only with the next rendering. */
  #indexHere(): number {
    const { index } = this.#state()
    const chapters = this.#chapters()
    const doc = this.#view()?.visibleRange()?.startContainer.ownerDocument
    const seen = chapters.find((each) => each.doc === doc) ?? chapters.find((each) => each.index === index)
    return (seen ?? chapters[0])?.index ?? index
  }

  #chapters() {
    return this.#view()?.chapters() ?? []
  }

  #isThere(doc: Document): boolean {
    return this.#chapters().some((each) => each.doc === doc)
  }

  #sentencesIn(doc: Document): Sentence[] {
    return sentencesOf(doc, doc.documentElement.lang || this.#state().publication.language)
  }
}
