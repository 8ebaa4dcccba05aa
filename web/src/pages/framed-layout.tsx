import { AppFrame } from '../frame/app-frame.tsx'
import { lazyComponent, preload } from '../messages/lazy-component.ts'

const load = () => import('./palette/command-palette.tsx')
const CommandPalette = lazyComponent(load)
const loadPalette = preload(load)

/** The frame with what only pages can give it. */
export function FramedLayout() {
  return <AppFrame palette={CommandPalette} loadPalette={loadPalette} />
}

/** With the frame in one file: whoever needs the one needs the other. */
export { SignedInRoot } from '../frame/signed-in-root.tsx'
