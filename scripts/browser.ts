import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** This machine has no browser to test with. The message is one line with the remedy. */
export class BrowserUnavailable extends Error {}

/** A real browser: the one at CHROME_PATH, else the one from npm, else the machine's own. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  let failure: unknown
  // Now and then the bundled browser crashes at its very first step, before any page; the next one works.
  for (const [n, how] of (await waysToLaunch()).entries()) {
    try {
      return await chromium.launch({ ...how, timeout: 60_000 })
    } catch (error) {
      failure = error
      await sleep(500 * n)
    }
  }
  const missing = /error while loading shared libraries: .*/.exec(String(failure))
  if (missing) throw new BrowserUnavailable(`The browser does not start: ${missing[0]}. ${advice}`)
  throw failure
}

/** For a browser that may have died: closing it doesn't wait for long. */
export async function closeBrowser(browser: Browser): Promise<void> {
  await Promise.race([browser.close().catch(() => {}), sleep(10_000, undefined, { ref: false })])
}

const advice = 'Install Chromium, or set CHROME_PATH to a browser.'

/** Tried one after the other, until one starts. */
async function waysToLaunch(): Promise<LaunchOptions[]> {
  const own = process.env.CHROME_PATH
  if (own && !existsSync(own)) throw new BrowserUnavailable(`CHROME_PATH names no file: ${own}`)
  const found = own ?? installedBrowsers.find((each) => existsSync(each))
  const installed = found
    ? [{ executablePath: found, args: ['--no-sandbox', ...withoutGpu, '--disable-background-networking'] }]
    : []
  if (own || !bundledBrowserRuns) {
    if (!installed[0]) throw new BrowserUnavailable(`There is no browser to test with. ${advice}`)
    return [installed[0], installed[0], installed[0]]
  }
  const bundled = await bundledBrowser()
  // If the bundled one has died, scripts/test.ts tries once more: then the machine's own is the better choice.
  const hasDied = Number(process.env.TEST_ROUND) > 1
  return hasDied ? [...installed, bundled, bundled] : [bundled, bundled, ...installed]
}

/** The browser in the npm package is built for x64 Linux only. */
const bundledBrowserRuns = process.platform === 'linux' && process.arch === 'x64'
/** Pages drawn by an emulated graphics processor take about twice as long. */
const withoutGpu = ['--disable-gpu']
const installedBrowsers = [
  // Without the parts of a desktop browser, which no journey shows: two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

async function bundledBrowser(): Promise<LaunchOptions> {
  // Makes the package use its own shared libraries, which a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  process.env.FONTCONFIG_FILE ??= writeFontSettings()
  const { default: bundled } = await import('@sparticuz/chromium')
  // These are meant for a single short function call; with them a second page, or drawing one, can crash the whole
  // browser.
  const unwanted = new Set(['--single-process', '--no-zygote', '--disable-web-security'])
  const isUnwanted = (each: string) => unwanted.has(each) || /^--headless|gpu|use-gl|use-angle|swiftshader/.test(each)
  const args = bundled.args.filter((each) => !isUnwanted(each))
  return { executablePath: await bundled.executablePath(), args: [...args, ...withoutGpu] }
}

/**
 * The package unpacks a font into the temporary folder, but its own settings search only /tmp. A browser without a font
 * draws no text, and crashes as soon as it needs a second one. The fonts of the dependencies cover the other scripts.
 */
function writeFontSettings(): string {
  const packages = ['latin', 'jp', 'kr', 'sc', 'tc'].map((script) => `../node_modules/@embedpdf/fonts-${script}/fonts`)
  const folders = [
    join(tmpdir(), 'fonts'),
    '/usr/share/fonts',
    ...packages.map((each) => fileURLToPath(new URL(each, import.meta.url))),
  ]
  const file = join(tmpdir(), 'browser-fonts.conf')
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((each) => `  <dir>${each}</dir>`).join('\n')}
  <cachedir>${join(tmpdir(), 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  return file
}
