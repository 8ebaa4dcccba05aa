import { AppFrame } from '../frame/app-frame.tsx'
import { lazyPart, loadSoon } from '../messages/lazy-part.ts'

const load = () => import('./palette/palette.tsx')
const Palette = lazyPart(load)
const loadPalette = loadSoon(load)

/** The frame with what only pages can give it. */
export function Framed() {
  return <AppFrame palette={Palette} loadPalette={loadPalette} />
}

/** With the frame in one file: whoever needs the one needs the other. */
export { SignedIn } from '../frame/signed-in.tsx'
