import { isInAnotherPart } from './chapter-parts.ts'
import { nextTask, runInSlices, type SlicedWork } from './run-in-slices.ts'
import { textBlocks } from './text-blocks.ts'
import { whenIdle } from './when-idle.ts'

/** Characters laid out per step, which takes a few hundredths of a second. */
const textInStep = 20_000
/** As many steps as may be left to be done in one. */
const fewSteps = 3
/** Fonts that take longer aren't waited for. */
const maxFontMs = 1000
const later = 'data-later'

/** `isAwaited`: somebody waits for it; else whatever they do meanwhile goes first. `fonts`: those in use, by name. */
export type OffscreenLayout = { fonts: ReadonlySet<string>; isAwaited?: boolean }

export type SteppedLayout = {
  isDone: () => boolean
  /** It is to be shown: nothing else goes first from now on, and a short rest is laid out at once. */
  hurry: () => void
}

/**
 * Laying out a long chapter takes longer than a page turn may take. While the chapter is hidden, it is laid out piece
 * by piece, so that reading another one is never blocked. `prepare` is done before. Fonts are loaded first: each later
 * one would cause a new layout of everything. `done` is called once, at the end.
 */
export function layOutInSteps(
  doc: Document,
  { fonts, isAwaited, prepare }: OffscreenLayout & { prepare?: SlicedWork },
  done: () => void,
): SteppedLayout {
  const awaited = Promise.withResolvers<void>()
  let isHurried = isAwaited
  const pause = () => (isHurried ? nextTask() : Promise.race([whenIdle(), awaited.promise]))
  const isGone = () => !doc.defaultView
  let isDone = false
  let stepsDone = 0
  let steps: Element[][] | undefined
  doc.body.setAttribute(later, '')

  function finish() {
    if (isDone) return
    isDone = true
    for (const step of steps ?? []) show(step)
    done()
  }

  function hurry() {
    isHurried = true
    awaited.resolve()
    if (steps && steps.length - stepsDone <= fewSteps) finish()
  }

  async function run() {
    await pause()
    if (prepare) await runInSlices(prepare, pause, isGone)
    if (isGone()) return
    await loadFonts(doc, fonts)
    if (isGone()) return
    steps = stepsOf(doc)
    for (const each of steps.flat()) each.setAttribute(later, '')
    doc.body.removeAttribute(later)
    for (const [index, step] of steps.entries()) {
      await pause()
      if (isDone || isGone()) return
      show(step)
      stepsDone++
      // Forces the layout now, instead of with the next paint.
      doc.body.getBoundingClientRect()
      // Its fonts are asked for only now, if nothing else uses them.
      if (index === 0) await orAtMost(maxFontMs, doc.fonts.ready)
    }
    // With the layout of the last step it would be a long task.
    await pause()
    if (!isGone()) finish()
  }

  void run()
  return { isDone: () => isDone, hurry }
}

function show(step: Element[]) {
  for (const each of step) each.removeAttribute(later)
}

/** Whether a node is hidden until its step; whitespace is, with the element after it. */
export function isLaidOutLater(node: Node): boolean {
  const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : (node as CharacterData).nextElementSibling
  return element?.hasAttribute(later) ?? false
}

/** The blocks of a chapter, or of the part of it that is shown, grouped into steps. */
function stepsOf(doc: Document): Element[][] {
  const steps: Element[][] = []
  let inStep = Number.POSITIVE_INFINITY
  for (const { element, length } of textBlocks(doc.body, textInStep, isInAnotherPart)) {
    if (inStep + length > textInStep) {
      steps.push([])
      inStep = 0
    }
    steps.at(-1)?.push(element)
    inStep += length
  }
  return steps
}

const nameOfFont = ({ family, style, weight, stretch, unicodeRange }: FontFace) =>
  [family, style, weight, stretch, unicodeRange].join()

/**
 * The fonts that a chapter uses, by name: keeping a reference to its document would keep all chapters ever read in
 * memory.
 */
export function fontsInUse(doc: Document | undefined): ReadonlySet<string> {
  return new Set([...(doc?.fonts ?? [])].filter(({ status }) => status === 'loaded').map(nameOfFont))
}

/** The fonts used by the chapter on screen are in the browser's cache. */
async function loadFonts(doc: Document, names: ReadonlySet<string>) {
  const wanted = [...doc.fonts].filter((face) => names.has(nameOfFont(face)))
  const coming = wanted.map((face) => face.load().catch(() => undefined))
  await orAtMost(maxFontMs, Promise.all(coming))
}

const orAtMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])

export const steppedLayoutCssRules = `
    [${later}] { display: none !important; }`
