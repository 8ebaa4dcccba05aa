import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** A real browser from npm alone, or the one at CHROME_PATH. The caller closes it. */
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
  const own = process.env.CHROME_PATH
  if (own) return { executablePath: own, args: ['--no-sandbox'] }
  // Makes the package bring its own shared libraries, which a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  // Both flags exist for a single short function call; with them a second page can take the whole browser down.
  const unwanted = new Set(['--single-process', '--no-zygote', '--disable-web-security'])
  const args = bundled.args.filter((each) => !unwanted.has(each) && !each.startsWith('--headless'))
  return { executablePath: await bundled.executablePath(), args }
}
