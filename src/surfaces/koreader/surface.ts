import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import type { App } from '../edge/app.ts'
import type { RateLimiter } from '../edge/rate-limiter.ts'
import { basicChallenge } from '../edge/surface.ts'
import { openSurface } from '../serve.ts'
import { makeKoreaderAuthenticate } from './koreader-authenticate.ts'
import { presentKoreaderProblem } from './koreader-problem.ts'
import { mountKoreaderProgressSync } from './progress-sync-routes.ts'

/**
 * KOReader's progress sync. The path stays reserved even when sync is switched off: an app that calls it must not
 * receive the web page.
 */
export function openKoreader(
  app: App,
  context: AppContext,
  authenticator: Authenticator,
  limiter: RateLimiter | undefined,
): void {
  const sync = openSurface(app, {
    roots: ['/koreader'],
    authenticate: makeKoreaderAuthenticate(authenticator),
    limiter,
    challenge: basicChallenge,
    present: presentKoreaderProblem,
  })
  if (context.config.reader_sync.enabled) mountKoreaderProgressSync(sync, context)
}
