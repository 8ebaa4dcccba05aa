import { AppFrame } from '../frame/app-frame.tsx'
import { lazyComponent, preload } from '../messages/lazy-component.ts'
import { loadSettingsMessages } from '../messages/t.ts'

const load = () => import('./palette/command-palette.tsx')
/** Needs the settings' messages, as it lists the settings pages. */
const CommandPalette = lazyComponent(load, loadSettingsMessages)
const loadPalette = preload(load, loadSettingsMessages)

/** The frame with the command palette, which the frame itself can't import as it depends on pages. */
export function FramedLayout() {
  return <AppFrame palette={CommandPalette} loadPalette={loadPalette} />
}

/** Exported here to share a chunk with the frame: both are always needed together. */
export { SignedInRoot } from '../frame/signed-in-root.tsx'
