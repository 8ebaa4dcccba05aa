import { clampZoom } from '../../use-pinch.ts'
import { type EpubOperations, epubCommands } from '../epub-commands.ts'
import type { FixedLayoutCommand } from '../epub-keys.ts'

type Operations = EpubOperations & {
  jump: (page: number) => void
  lastPage: number
  zoom: number
  setZoom: (zoom: number) => void
}

/** What keys do. */
export function fixedLayoutCommands(operations: Operations): Record<FixedLayoutCommand, () => void> {
  const { jump, lastPage, zoom, setZoom } = operations
  return {
    ...epubCommands(operations),
    first: () => jump(1),
    last: () => jump(lastPage),
    larger: () => setZoom(clampZoom(zoom * 1.25)),
    smaller: () => setZoom(clampZoom(zoom / 1.25)),
    actualSize: () => setZoom(1),
  }
}
