import type { BookSections } from '../book-sections.ts'
import type { ReaderAppearance, ReflowableViewTarget } from '../reflowable-view.ts'
import { findTarget, firstNodeOf } from '../search/find-in-chapter.ts'
import type { ChapterOnScreen } from './chapter-on-screen.ts'
import type { ChapterRenderer } from './chapter-renderer.ts'

type JumpHandlers = {
  appearance: () => ReaderAppearance
  /** It is being navigated to; also again when the target is found in another section. */
  wanted: (target: ReflowableViewTarget) => void
  /** `isExact`: its text or element was found, and not just its share of the file. */
  found: (isExact: boolean) => void
  /** Replaces a renderer that failed. */
  orReopen: (act: Promise<void>) => Promise<void>
}

/** Jumps to a target, which may be in another section than expected: where the parts of a file start is known later. */
export function makeJumps(screen: ChapterOnScreen, sections: BookSections, on: JumpHandlers) {
  /** The section of a jump, which goes to a position within it, while turning goes to its first or last page. */
  let jumpsTo: number | undefined
  /** A long chapter that is being laid out before it is shown. */
  let opening: Promise<void> | undefined
  let count = 0

  async function place(target: ReflowableViewTarget, section = sectionOf(target)): Promise<void> {
    count++
    screen.cancelOffscreen()
    if (!screen.isScrolled() && section !== screen.section()) screen.show(screen.ready(section))
    on.wanted(target)
    const chapter = screen.chapter()
    const isThere = chapter.element.getContents().some((each) => each.doc && each.index === section)
    const isBetterUnseen = !screen.isScrolled() && !isThere && screen.isLong(section)
    if (isBetterUnseen && (await placeUnseen(target, section))) return
    jumpsTo = section
    let found = section
    const placed = goTo(screen.chapter(), target, section).then((there) => {
      found = there
    })
    await on.orReopen(Promise.race([placed, screen.replaced()]))
    if (found !== section) await place(target, found)
  }

  /** As far as is known: a long file that isn't open may have its text in another part. */
  function sectionOf(target: ReflowableViewTarget): number {
    const { index, progression = 0 } = target
    const chapter = screen.chapter()
    const doc = sections.fileOf(screen.section()) === index ? chapter.content()?.doc : undefined
    const found = doc && findTarget(doc, target)
    return found ? chapter.sectionOf(firstNodeOf(found)) : sections.ofProgression(index, progression)
  }

  /** Returns the section that the target is in: this one, or that to go to instead. */
  async function goTo(renderer: ChapterRenderer, target: ReflowableViewTarget, section: number): Promise<number> {
    const { index, progression = 0 } = target
    let there = section
    const anchor = (doc: Document) => {
      jumpsTo = undefined
      const found = findTarget(doc, target)
      on.found(found !== undefined)
      // Only now it is known where the parts of the file start.
      there = found ? renderer.sectionOf(firstNodeOf(found)) : sections.ofProgression(index, progression)
      return (there === section && found) || renderer.anchorAt(progression)
    }
    await renderer.element.goTo({ index: section, anchor })
    return there
  }

  /** Lays out a long section hidden, then shows it at its target. False: it must be opened directly. */
  async function placeUnseen(target: ReflowableViewTarget, section: number): Promise<boolean> {
    const before = on.appearance()
    const mine = ++count
    const { promise, resolve } = Promise.withResolvers<void>()
    opening = promise
    const opened = await screen.openOffscreen(section)
    if (opening === promise) opening = undefined
    resolve()
    if (opened === 'replaced' || screen.isClosed()) return true
    if (!opened) return false
    if (on.appearance() !== before) opened.apply(on.appearance())
    const there = await goTo(opened, target, section)
    if (mine === count && there === section) return screen.show(opened)
    opened.discard()
    if (mine === count) await place(target, there)
    return true
  }

  return {
    place: (target: ReflowableViewTarget) => place(target),
    leadsTo: (section: number) => section === jumpsTo,
    opening: () => opening,
  }
}
