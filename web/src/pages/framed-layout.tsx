import { AppFrame } from '../frame/app-frame.tsx'
import { SignedInRoot } from '../frame/signed-in-root.tsx'
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

const SignInDialog = lazyComponent(() => import('./sign-in/sign-in-dialog.tsx'))

/** Here to share a chunk with the frame: both are always needed together. */
export function SignedInPages() {
  return <SignedInRoot signInDialog={SignInDialog} />
}
