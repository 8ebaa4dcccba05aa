import { openPaginator } from '../paginated/paginator.ts'
import type { Publication } from '../publication.ts'
import type {
  ReaderAppearance,
  ReflowableLayout,
  ReflowableView,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from '../reflowable-view.ts'
import { openScrolledView } from '../scrolled/scrolled-view.ts'

/**
 * Pages or continuous scrolling, with a switch that keeps the position. Vertical text scrolls sideways, chapter by
 * chapter, in the paginator.
 */
export function openReflowableView(
  host: HTMLElement,
  book: Publication,
  appearance: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableView {
  let isVertical = false
  let wanted: ReflowableViewTarget = { index: 0 }
  let applied = appearance
  const kindOf = ({ settings }: ReaderAppearance) => (settings.flow === 'scrolled' && !isVertical ? 'scroll' : 'pages')
  let kind = kindOf(appearance)
  let latestMove: Promise<void> | undefined
  let inner = make()

  function make(): ReflowableLayout {
    const open = kind === 'scroll' ? openScrolledView : openPaginator
    return open(host, book, applied, {
      ...on,
      moved: (position) => {
        const { index, fraction, words } = position
        const highlight = words.trimStart().slice(0, 60)
        wanted = { index, progression: fraction, words: highlight.length > 30 ? highlight : undefined }
        on.moved(position)
      },
      loaded: (doc, index) => {
        const mode = doc.defaultView?.getComputedStyle(doc.body).writingMode ?? ''
        if (kind === 'scroll' && mode.startsWith('vertical')) {
          isVertical = true
          return replace()
        }
        on.loaded(doc, index)
      },
    })
  }

  function replace() {
    const target = wanted
    inner.close()
    kind = kindOf(applied)
    inner = make()
    void moving(inner.go(target))
  }

  function moving(move: Promise<void>): Promise<void> {
    latestMove = move.catch(() => undefined)
    return move
  }

  return {
    apply(next) {
      applied = next
      if (kindOf(next) === kind) inner.apply(next)
      else replace()
    },
    go(target) {
      wanted = target
      return moving(inner.go(target))
    },
    next: () => moving(inner.next()),
    previous: () => moving(inner.previous()),
    latestMove: () => latestMove,
    nudge: (by) => inner.nudge?.(by) ?? false,
    visibleRange: () => inner.visibleRange(),
    chapters: () => inner.chapters(),
    close: () => inner.close(),
  }
}
