import { expect, it } from 'vitest'
import { PluginError } from './errors.ts'
import { parsePluginManifest } from './manifest.ts'

const least = { name: 'small', displayName: 'Small', version: '1.0.0' }
const oddValues = [
  'text',
  '',
  7,
  1e308,
  true,
  null,
  [],
  [[]],
  [null, 7, {}],
  {},
  { fields: {} },
  JSON.parse('{"__proto__":{"a":1}}'),
]

it.each(oddValues.map((value) => [value]))('refuses %j instead of a manifest', (value) => {
  expect(() => parsePluginManifest(value)).toThrow(PluginError)
})

it.each([
  { name: 'Big Letters' },
  { name: '__proto__' },
  { name: ['small'] },
  { displayName: {} },
  { version: null },
  { protocolVersion: '2.0' },
])('refuses a manifest with %j', (wrong) => {
  expect(() => parsePluginManifest({ ...least, ...wrong })).toThrow('The plugin’s manifest is not valid')
})

it('leaves out optional fields of the wrong type', () => {
  const names =
    `description author homepage capabilities requiredCredentials configSchema userConfigSchema oauth userDescription
    adminSetupInstructions userSetupInstructions searchURITemplate`.split(/\s+/)
  const nothing = { ...parsePluginManifest(least) }
  for (const value of oddValues.filter((one) => typeof one !== 'string' && typeof one !== 'number')) {
    const { configSchema, userConfigSchema, ...read } = parsePluginManifest({
      ...least,
      ...Object.fromEntries(names.map((name) => [name, value])),
    })
    expect(read, JSON.stringify(value)).toEqual(nothing)
    expect([configSchema?.fields ?? [], userConfigSchema?.fields ?? []]).toEqual([[], []])
  }
})

it('leaves out a sign-in whose addresses nobody could open', () => {
  const oauth = { authorizationUrl: 'https://site.example/authorize', tokenUrl: 'https://site.example/token' }
  expect(parsePluginManifest({ ...least, oauth }).oauth).toMatchObject(oauth)
  for (const authorizationUrl of ['https://', 'https://site.example:99999/', '{config.site}/authorize', 'javascript:1'])
    expect(
      parsePluginManifest({ ...least, oauth: { ...oauth, authorizationUrl } }).oauth,
      authorizationUrl,
    ).toBeUndefined()
})
