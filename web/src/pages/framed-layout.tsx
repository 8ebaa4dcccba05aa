import { AppFrame } from '../frame/app-frame.tsx'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { loadSettingsMessages } from '../messages/t.ts'

const load = () => import('./palette/command-palette.tsx')
/** It names the pages of the settings. */
const CommandPalette = lazyComponent(load, loadSettingsMessages)
const loadPalette = preload(load, loadSettingsMessages)

/** The frame with what only pages can give it. */
export function FramedLayout() {
  return <AppFrame palette={CommandPalette} loadPalette={loadPalette} />
}

/** With the frame in one file: whoever needs the one needs the other. */
export { SignedInRoot } from '../frame/signed-in-root.tsx'
