import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** A real browser: the one at CHROME_PATH, else the one from npm, else the machine's own. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const how = await howToLaunch()
  return untilItStands(() => chromium.launch(how))
}

/** The same for several processes: each connects to its `wsEndpoint()`. */
export async function serveBrowser(): Promise<BrowserServer> {
  const how = await howToLaunch()
  return untilItStands(() => chromium.launchServer(how))
}

/** Now and then the bundled browser falls at its very first step, before any page; the next one stands. */
async function untilItStands<T>(launch: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await launch()
  } catch (error) {
    if (tries <= 1) throw error
    return untilItStands(launch, tries - 1)
  }
}

async function howToLaunch(): Promise<LaunchOptions> {
  const installed = process.env.CHROME_PATH ?? (bundledBrowserRuns ? undefined : findInstalledBrowser())
  if (installed) return { executablePath: installed, args: ['--no-sandbox', '--disable-background-networking'] }
  // Makes the package bring its own shared libraries, which a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  // Both flags exist for a single short function call; with them a second page can take the whole browser down.
  const unwanted = new Set(['--single-process', '--no-zygote', '--disable-web-security'])
  const args = bundled.args.filter((each) => !unwanted.has(each) && !each.startsWith('--headless'))
  return { executablePath: await bundled.executablePath(), args }
}

/** The browser in the npm package is built for x64 Linux only. */
const bundledBrowserRuns = process.platform === 'linux' && process.arch === 'x64'

function findInstalledBrowser(): string {
  const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const path = paths.find((each) => existsSync(each))
  if (!path) throw new Error('No browser to test with: install Chromium, or set CHROME_PATH to a browser.')
  return path
}
