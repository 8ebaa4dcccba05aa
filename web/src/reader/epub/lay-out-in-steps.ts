import { whenIdle } from './when-idle.ts'

/** So many letters are laid out at once: a few hundredths of a second. */
const textInStep = 20_000
/** For fonts that don't come nobody waits. */
const maxFontMs = 1000
const later = 'data-later'

export type SteppedLayout = {
  isDone: () => boolean
  /** All that is missing, at once: somebody wants to see it. */
  finish: () => void
}

/**
 * Laying out a long chapter takes longer than a page may take to turn. While nobody sees the chapter, it is laid out piece by
 * piece, so that whoever reads another one meanwhile never waits. The fonts come first: each that came later would lay out
 * everything anew. `done` is called once, when all of it is there.
 */
export function layOutInSteps(doc: Document, fonts: ReadonlySet<string>, done: () => void): SteppedLayout {
  let isDone = false
  const steps = stepsOf(doc)
  for (const each of steps.flat()) each.setAttribute(later, '')

  function finish() {
    if (isDone) return
    isDone = true
    for (const step of steps) show(step)
    done()
  }

  async function run() {
    await whenIdle()
    await loadFonts(doc, fonts)
    for (const step of steps) {
      await whenIdle()
      if (isDone || !doc.defaultView) return
      show(step)
      // Laid out now, and not when the next page is drawn.
      doc.body.getBoundingClientRect()
    }
    finish()
  }

  void run()
  return { isDone: () => isDone, finish }
}

function show(step: Element[]) {
  for (const each of step) each.removeAttribute(later)
}

const whole = 'table, ruby, svg, math, pre, figure'

/** The blocks of a chapter, as many together as are laid out at once. */
function stepsOf(doc: Document): Element[][] {
  const steps: Element[][] = []
  let length = Number.POSITIVE_INFINITY
  const add = (parent: Element) => {
    for (const child of parent.children) {
      const { length: more } = child.textContent
      if (more > textInStep && child.children.length > 1 && !child.matches(whole)) {
        add(child)
        continue
      }
      if (length + more > textInStep) {
        steps.push([])
        length = 0
      }
      steps.at(-1)?.push(child)
      length += more
    }
  }
  add(doc.body)
  return steps
}

const nameOfFont = ({ family, style, weight, stretch, unicodeRange }: FontFace) =>
  [family, style, weight, stretch, unicodeRange].join()

/** The fonts that a chapter uses, by name: whoever holds on to its document holds all that was ever read. */
export function fontsInUse(doc: Document | undefined): ReadonlySet<string> {
  return new Set([...(doc?.fonts ?? [])].filter(({ status }) => status === 'loaded').map(nameOfFont))
}

/** Those that the chapter on the screen uses are in the browser's cache. */
async function loadFonts(doc: Document, names: ReadonlySet<string>) {
  const wanted = [...doc.fonts].filter((face) => names.has(nameOfFont(face)))
  const coming = wanted.map((face) => face.load().catch(() => undefined))
  await Promise.race([Promise.all(coming), new Promise((resolve) => setTimeout(resolve, maxFontMs))])
}

export const steppedLayoutCssRules = `
    [${later}] { display: none !important; }`
