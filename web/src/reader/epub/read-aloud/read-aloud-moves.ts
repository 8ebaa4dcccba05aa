import type { ReflowableView, ReflowableViewTarget } from '../reflowable-view.ts'

/** The view of the book: provides its content, and navigates to what is read. */
export type ReadAloudView = Pick<ReflowableView, 'go' | 'chapters' | 'visibleRange'> &
  Partial<Pick<ReflowableView, 'latestMove'>> & {
    /** Whether a sentence of a file is on screen, if its position in the window doesn't show that. */
    isShown?: (range: Range, index: number) => boolean
  }

/** Turns pages to what is read aloud, and tells these moves from the viewer's own. */
export class ReadAloudMoves {
  readonly #view: () => ReadAloudView | undefined
  #turnsUnderWay = 0
  /** The last move to what is read, or that reading followed. Any later one is the viewer's. */
  #followed: Promise<void> | undefined

  constructor(view: () => ReadAloudView | undefined) {
    this.#view = view
  }

  get isTurning(): boolean {
    return this.#turnsUnderWay > 0
  }

  get isViewerMoving(): boolean {
    return this.#latest() !== this.#followed
  }

  async turnTo(target: ReflowableViewTarget): Promise<void> {
    this.#turnsUnderWay++
    const turned = this.#view()?.go(target)
    this.#followed = this.#latest()
    await turned?.finally(() => {
      this.#turnsUnderWay--
    })
  }

  /** Waits until the viewer has arrived where they are going. */
  async followViewer(): Promise<void> {
    while (this.isViewerMoving) {
      this.#followed = this.#latest()
      await this.#followed
    }
  }

  #latest(): Promise<void> | undefined {
    return this.#view()?.latestMove?.()
  }
}
