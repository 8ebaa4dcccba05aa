import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** A real browser from npm alone, or the one at CHROME_PATH. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await howToLaunch())
}

/** The same for several processes: each connects to its `wsEndpoint()`. */
export async function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(await howToLaunch())
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
