import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openFakeTracker, trackerPlugin } from '../../test/fixtures/fake-tracker.ts'
import { makePluginFolder } from '../../test/fixtures/make-plugin.ts'
import { buttonNamed, dialogFaults } from './dialog-behaviour.ts'
import { findBook, type JourneyServer, openFilledServer, visit } from './journey-server.ts'
import { accessibilityFaults } from './tour.ts'

// A separate server: installed plugins affect everybody.
let server: JourneyServer
let tracker: Awaited<ReturnType<typeof openFakeTracker>>
beforeAll(async () => {
  server = await openFilledServer()
  tracker = await openFakeTracker()
})
afterAll(async () => {
  await server?.close()
  tracker?.close()
})

/** The left edges of the buttons at the head of a page, by their names. */
const placesOfButtons = (page: Page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll('main header :is(button, [role=radiogroup])')]
    return Object.fromEntries(buttons.map((each) => [each.ariaLabel, each.getBoundingClientRect().x]))
  })

/** Finds one series for any name. */
const provider = `
if (method === 'initialize') return manifest
if (method === 'metadata/series/search') return { results: [
  { externalId: 'one', title: params.query, year: 1999, alternateTitles: [], preview: { genres: ['Sea'], description: 'The one and only.' } } ] }
return { externalId: params.externalId, title: 'Harbor Lights', summary: 'Found by the lighthouse keeper.', publisher: 'Pier Press', genres: ['Sea'], authors: [] }
`

test('a plugin is installed from a folder, seen and enabled, and what it finds is compared, applied and undone', async () => {
  const path = makePluginFolder({
    name: 'lighthouse',
    handle: provider,
    capabilities: { metadataProvider: ['series'] },
    manifest: { displayName: 'Lighthouse' },
  })
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/plugins`)
  await page.getByLabel('Package, folder or tarball').fill(path)
  await page.getByRole('button', { name: 'Install', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Lighthouse', level: 1 }).waitFor()
  await page.getByText('Check what this plugin is allowed to do, then enable it.').waitFor()
  await page.getByRole('heading', { name: 'What it’s allowed to do' }).waitFor()
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
  await page.getByText('Healthy').first().waitFor()

  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const summary = () =>
    server.ask<{ summary: string | null }>('GET', `/series/${seriesId}/metadata`).then((one) => one.summary)
  const untouched = await summary()
  // Buttons that come later don't move the others.
  const answers = Promise.withResolvers<void>()
  await page.route(/\/plugins\/actions|\/rating$/, (route) => answers.promise.then(() => route.continue()))
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('radiogroup').waitFor()
  const before = await placesOfButtons(page)
  expect(Object.keys(before)).toContain('Edit series')
  expect(before).not.toHaveProperty('Identify')
  answers.resolve()
  for (const name of ['Identify', 'Write a review']) await page.getByRole('button', { name }).waitFor()
  expect(await placesOfButtons(page)).toMatchObject(before)
  const identify = async () => {
    await page.getByRole('button', { name: 'Identify' }).click()
    await page.getByRole('dialog').getByLabel('Provider').waitFor()
  }
  await identify()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: /^Compare with / }).click()
  await page
    .getByRole('row', { name: /Summary/ })
    .getByText('Found by the lighthouse keeper.')
    .waitFor()
  // Only ticked fields are saved.
  await page.getByRole('checkbox', { name: 'All fields' }).uncheck()
  expect(await page.getByRole('button', { name: 'Nothing to apply' }).isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'All fields' }).check()
  await page.getByRole('checkbox', { name: 'Publisher' }).uncheck()
  await page.getByRole('button', { name: /^Apply \d+ field/ }).click()
  await expect.poll(summary).toBe('Found by the lighthouse keeper.')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { publisher } = await server.ask<{ publisher: string | null }>('GET', `/series/${seriesId}/metadata`)
  expect(publisher).not.toBe('Pier Press')

  await identify()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(summary).toBe(untouched)

  const { plugins } = await server.ask<{ plugins: { id: string; displayName: string }[] }>('GET', '/admin/plugins')
  const lighthouse = plugins.find(({ displayName }) => displayName === 'Lighthouse')
  expect(
    await dialogFaults(server, page, [
      { path: `/series/${seriesId}`, button: buttonNamed('Identify') },
      { path: `/admin/plugins/${lighthouse?.id}`, button: buttonNamed('Remove') },
    ]),
  ).toEqual([])

  await page.goto(`${server.origin}/admin/plugins/${lighthouse?.id}`)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  // What is lost isn't taken for what stays.
  await page
    .getByRole('dialog')
    .getByText(/^This can’t be undone. You will lose:/)
    .waitFor()
  await page.getByRole('dialog').getByText('Its open match reviews').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('heading', { name: 'Plugins', level: 1 }).waitFor()
})

test('what is typed into a plugin’s settings is saved before it is used, and never thrown away without a question', async () => {
  const path = makePluginFolder({
    name: 'settings',
    handle: `if (method === 'initialize') return manifest
return { results: [] }`,
    capabilities: { metadataProvider: ['series'] },
    manifest: {
      displayName: 'Settings',
      configSchema: {
        fields: [
          { key: 'address', label: 'Address', type: 'string', required: true },
          { key: 'rules', label: 'Rules', type: 'json' },
        ],
      },
    },
  })
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', { path })
  const read = () => server.ask<object>('GET', `/admin/plugins/${plugin.id}`).then((one) => one)
  const { page } = await visit(server)
  await page.goto(`${server.origin}/admin/plugins/${plugin.id}`)
  await page.getByLabel('Address').fill('http://localhost:1')
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByRole('button', { name: 'Disable', exact: true }).waitFor()
  expect(await read()).toMatchObject({ enabled: true, config: { address: 'http://localhost:1' } })

  // Invalid text isn't replaced by the previous value.
  await page.getByLabel('Rules').fill('{"a": ')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('This isn’t valid JSON.').waitFor()
  const home = page.getByRole('link', { name: 'Home' }).first()
  await home.click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByLabel('Rules').inputValue()).toBe('{"a": ')
  await page.getByLabel('Rules').fill('{"a": 1}')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect.poll(read).toMatchObject({ config: { rules: { a: 1 } } })

  const perMinute = page.getByLabel('Requests per minute')
  expect(await perMinute.inputValue()).toBe('60')
  await perMinute.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect.poll(read).toMatchObject({ rateLimitRequestsPerMinute: null })

  // The example of the hint is a valid condition.
  const condition = page.getByLabel('Only series that meet this condition (JSON)')
  const hint = await page.getByText(/for example \{/).textContent()
  const example = /\{.*\}/.exec(hint ?? '')![0]
  await condition.fill(example)
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect.poll(read).toMatchObject({ autoMatchConditions: JSON.parse(example) })

  // The second form on the page asks, too, and only once.
  await page.getByLabel('Schedule (cron)').fill('0 4 * * 1')
  await home.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`${server.origin}/`)
})

test('a person connects an account, syncs, and is recommended what to read', async () => {
  const path = makePluginFolder({
    name: 'tracker',
    handle: trackerPlugin,
    capabilities: { userReadSync: true, userRecommendationProvider: true, externalIdSource: 'api:tracker' },
    manifest: {
      displayName: 'Reading tracker',
      userDescription: 'Keeps a list of what you read.',
      oauth: { authorizationUrl: `${tracker.url}/authorize`, tokenUrl: `${tracker.url}/token`, clientId: 'lectern' },
      userConfigSchema: {
        fields: [{ key: 'private', label: 'Keep the list private', type: 'boolean', default: true }],
      },
    },
  })
  const body = { path, config: { baseUrl: tracker.url }, oauthClientSecret: 'client-secret' }
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', body)
  await server.ask('POST', `/admin/plugins/${plugin.id}/enable`)
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  await server.ask('POST', `/series/${seriesId}/external-ids`, { source: 'api:tracker', externalId: '11' })
  await server.ask('POST', `/series/${seriesId}/read`)

  const { page } = await visit(server)
  await page.goto(`${server.origin}/settings/connections`)
  await page.getByRole('button', { name: 'Add Reading tracker' }).click()
  // The other service redirects the browser straight back.
  await page.getByRole('button', { name: 'Connect to Reading tracker' }).click()
  await page.getByText('You are connected to Reading tracker.').waitFor()
  await page.getByText('Signed in as ann-at-tracker').waitFor()
  await page.getByRole('button', { name: 'Sync now: Reading tracker' }).click()
  await expect.poll(() => tracker.pushed.length).toBeGreaterThan(0)
  await page.getByText(/received, \d+ sent/).waitFor()
  await page.getByRole('button', { name: 'Settings of Reading tracker' }).click()
  await page.getByLabel('Keep the list private').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/libraries`)
  await page.getByRole('main').getByRole('link', { name: 'Recommendations' }).click()
  await page.getByRole('heading', { name: 'New One' }).waitFor()
  await page.getByText(/Because you read/).waitFor()
  expect(await accessibilityFaults(server, ['/settings/connections', '/recommendations'])).toEqual([])
  await page.getByRole('button', { name: 'Dismiss New One' }).click()
  await page.getByRole('menuitem', { name: 'Already read' }).click()
  await page.getByRole('heading', { name: 'New One' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Owned' }).waitFor()

  await page.goto(`${server.origin}/settings/connections`)
  await page.getByRole('button', { name: 'Disconnect Reading tracker' }).click()
  await page.getByText('Not connected').waitFor()
})

test('whatever ends a connection is said in a sentence, and what is shown is true', async () => {
  const diary = await openFakeTracker()
  onTestFinished(() => void diary.close())
  const path = makePluginFolder({
    name: 'diary',
    handle: trackerPlugin,
    capabilities: { userReadSync: true, externalIdSource: 'api:diary' },
    manifest: {
      displayName: 'Diary',
      oauth: { authorizationUrl: `${diary.url}/authorize`, tokenUrl: `${diary.url}/token`, clientId: 'lectern' },
    },
  })
  const body = { path, config: { baseUrl: diary.url }, oauthClientSecret: 'mistyped' }
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', body)
  await server.ask('POST', `/admin/plugins/${plugin.id}/enable`)
  const { page } = await visit(server, { width: 390, height: 844 })
  const card = page.getByRole('listitem', { name: 'Diary' })
  const state = async (words: 'Connected' | 'Not connected') => {
    await card.getByText(words, { exact: true }).waitFor()
    await page.reload()
    await card.getByText(words, { exact: true }).waitFor()
  }
  const connect = async (answer: 'Allow' | 'Deny', from = page) => {
    await from.getByRole('button', { name: 'Connect to Diary' }).click()
    await from.getByRole('link', { name: answer }).click()
  }
  diary.state.asksFirst = true
  await page.goto(`${server.origin}/settings/connections`)
  await page.getByRole('button', { name: 'Add Diary' }).click()
  await connect('Deny')
  await page.getByText('You didn’t give Diary access.').waitFor()
  await state('Not connected')
  await connect('Allow')
  await page.getByText('An administrator has to check the OAuth client ID and secret.').waitFor()
  await state('Not connected')
  await server.ask('PATCH', `/admin/plugins/${plugin.id}`, { oauthClientSecret: 'client-secret' })
  await connect('Deny')
  await page.getByText('You didn’t give Diary access.').waitFor()
  // The sentence about the sign-in doesn’t outlast what it is about.
  await card.getByLabel('Or paste an access token').fill('pasted-token')
  await card.getByRole('button', { name: 'Use token' }).click()
  await card.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('You didn’t give Diary access.').count()).toBe(0)
  await state('Connected')

  // Nothing renews a pasted token: who gave it has to sign in again, and can.
  diary.tokens.clear()
  await card.getByRole('button', { name: 'Sync now: Diary' }).click()
  await card.getByText('The tracker does not know this token.').waitFor()
  await state('Not connected')
  const { page: other } = await visit(server)
  await other.goto(page.url())
  await connect('Allow')
  await page.getByText('You are connected to Diary.').waitFor()
  await other.getByText('Signed in as ann-at-tracker').waitFor()
  await other.getByRole('button', { name: 'Disconnect Diary' }).click()
  await card.getByText('Not connected').waitFor()
  expect(await page.getByText('You are connected to Diary.').count()).toBe(0)

  // A token that expires during a sync is renewed, unless access was taken away.
  await connect('Allow')
  await state('Connected')
  for (const externalId of ['a', 'b', 'c']) diary.entries.set(externalId, { externalId, status: 'dropped' })
  diary.state.beforePage = (from) => {
    if (from === 0) return
    diary.tokens.clear()
    diary.state.beforePage = () => {}
  }
  await card.getByRole('button', { name: 'Sync now: Diary' }).click()
  await card.getByText(/Last synced/).waitFor()
  await state('Connected')
  diary.tokens.clear()
  diary.refreshTokens.clear()
  await card.getByRole('button', { name: 'Sync now: Diary' }).click()
  await card.getByText('The sign-in has expired. Connect again.').waitFor()
  await state('Not connected')
  await card.getByText('The sign-in has expired. Connect again.').waitFor()
})

/** Announces more volumes than fit on one page of the list, the last two of them by another source, too. */
const announcer = `
if (method === 'initialize') {
  request('releases/register_sources', { sources: [
    { sourceKey: 'a', displayName: 'Feed', kind: 'rss-series' }, { sourceKey: 'b', displayName: 'Gazette', kind: 'rss-series' }] })
  return manifest
}
if (method !== 'releases/poll') return {}
const first = params.sourceKey === 'a' ? 11 : 64
const { tracked } = await request('releases/list_tracked', { sourceId: params.sourceId })
const [{ seriesId }] = tracked
for (let volume = first; volume <= 65; volume++) await request('releases/record', { sourceId: params.sourceId, candidate: {
  seriesMatch: { codexSeriesId: seriesId, confidence: 0.9, reason: 'name' }, externalReleaseId: 'r' + volume,
  volumes: [{ start: volume, end: volume }], language: 'en', payloadUrl: 'https://feed.example/' + volume, observedAt: new Date().toISOString() } })
return { parsed: 66 - first, matched: 1, recorded: 66 - first, upstreamStatus: 200 }`

test('sources are asked by a button, and new releases are dismissed one by one, all at once, or marked as acquired', async () => {
  const path = makePluginFolder({
    name: 'announcer',
    handle: announcer,
    capabilities: { releaseSource: { kinds: ['rss-series'], requiresAliases: true } },
    manifest: { displayName: 'Announcer' },
  })
  const { plugin } = await server.ask<{ plugin: { id: string } }>('POST', '/admin/plugins/install', { path })
  await server.ask('POST', `/admin/plugins/${plugin.id}/enable`)
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  const { page } = await visit(server, { width: 390, height: 844 })
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Follow new releases' }).click()
  await page.getByRole('button', { name: 'Stop following new releases' }).waitFor()
  await page.goto(`${server.origin}/admin/plugins/${plugin.id}`)
  for (const name of ['Feed', 'Gazette']) await page.getByRole('button', { name: `Check now: ${name}` }).click()
  // The page shows by itself what came of it.
  await page.getByText(/^Checked .*: 55 new releases$/).waitFor()
  await page.getByText(/^Checked .*: 2 new releases$/).waitFor()
  const total = (state: string) =>
    server.ask<{ total: number }>('GET', `/releases?state=${state}`).then((found) => found.total)
  // None is new in the languages that somebody chose: the page says so, and leads to them.
  await server.ask('PATCH', `/series/${seriesId}/tracking`, { languages: ['fr'] })
  await page.goto(`${server.origin}/releases`)
  await page.getByText(/^Everything found so far is already in your library/).waitFor()
  await page.getByRole('button', { name: 'Owned or ignored' }).click()
  await page.getByRole('link', { name: 'Open page: Harbor Lights Vol. 65 (Feed)' }).waitFor()
  await server.ask('PATCH', `/series/${seriesId}/tracking`, { languages: null })
  await page.goto(`${server.origin}/libraries`)
  await page.getByRole('main').getByRole('link', { name: 'New releases: 57 new' }).click()
  // Each is listed once, with both sources.
  for (const source of ['Feed', 'Gazette'])
    await page.getByRole('link', { name: `Open page: Harbor Lights Vol. 65 (${source})` }).waitFor()
  await page.getByRole('button', { name: 'Dismiss Harbor Lights Vol. 65' }).click()
  await expect.poll(() => total('announced')).toBe(55)
  await page.getByRole('button', { name: /Harbor Lights Vol\. 64.*acquired/ }).click()
  await expect.poll(() => total('marked_acquired')).toBe(2)
  await page.getByText('53 new').waitFor()
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await expect.poll(() => total('announced')).toBe(0)
  expect(await total('dismissed')).toBe(55)
})

test('which releases of a series are announced is chosen beside its bell, and when a source is asked on its page', async () => {
  const { seriesId } = await findBook(server, 'Harbor Lights Vol. 1')
  type Tracking = { trackVolumes: boolean; languages: string[] | null }
  const tracking = () => server.ask<Tracking>('GET', `/series/${seriesId}/tracking`)
  const { page } = await visit(server)
  await page.goto(`${server.origin}/series/${seriesId}`)
  await page.getByRole('button', { name: 'Which releases to announce' }).click()
  await page.getByRole('switch', { name: 'Volumes' }).click()
  await expect.poll(async () => (await tracking()).trackVolumes).toBe(false)
  await page.getByRole('combobox', { name: 'Only these languages' }).fill('fr')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await tracking()).languages).toEqual(['fr'])
  await page.getByRole('combobox', { name: 'Also known as' }).fill('Lights of the Harbor')
  await page.keyboard.press('Enter')
  type Aliases = { aliases: { alias: string }[] }
  const aliases = () => server.ask<Aliases>('GET', `/series/${seriesId}/aliases`)
  await expect.poll(async () => (await aliases()).aliases.map((one) => one.alias)).toEqual(['Lights of the Harbor'])
  await page.getByRole('button', { name: 'Done' }).click()

  const { plugins } = await server.ask<{ plugins: { id: string; name: string }[] }>('GET', '/admin/plugins')
  await page.goto(`${server.origin}/admin/plugins/${plugins.find((one) => one.name === 'announcer')?.id}`)
  await page.getByLabel('Schedule (cron): Feed').fill('5 4 * * *')
  await page.keyboard.press('Enter')
  const schedule = async () =>
    (await server.ask<{ sources: { cronSchedule: string }[] }>('GET', '/release-sources')).sources[0]?.cronSchedule
  await expect.poll(schedule).toBe('5 4 * * *')
})
