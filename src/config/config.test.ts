import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Problem } from '../contract/problems.ts'
import { FlagError, parseCommandLineFlags } from './command-line-flags.ts'
import { ConfigError, describeFault } from './config-fault.ts'
import { configuredValue } from './configured-value.ts'
import { defaultConfig, loadConfig } from './load-config.ts'
import { renderExampleConfig } from './render-example-config.ts'
import { findRuntimeSetting, runtimeSettings, validateSetting } from './runtime-settings.ts'
import { readOrMakeSessionSecret } from './secret-file.ts'
import { flattenSettings } from './setting.ts'
import { settingDeclarations } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: string): string {
  const file = join(folder, `${Math.random()}.yaml`)
  writeFileSync(file, content)
  return file
}

function faultsOf(sources: Parameters<typeof loadConfig>[0]): string[] {
  try {
    loadConfig(sources)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(describeFault)
    throw error
  }
  return []
}

describe('where values come from', () => {
  test('without any source everything has its default', () => {
    const config = loadConfig()
    expect(config.server).toMatchObject({ host: '0.0.0.0', port: 8080, public_url: null, trusted_proxies: [] })
    expect(config.rate_limit).toEqual({
      enabled: true,
      anonymous: { rps: 10, burst: 50 },
      authenticated: { rps: 50, burst: 200 },
    })
    expect(config.compat_api).toEqual({ enabled: false, prefix: 'komga', port: null, host: null })
    expect(config.tasks.workers).toBeGreaterThan(0)
  })

  test('the environment goes before the file, flags before the environment', () => {
    const file = fileWith('server:\n  port: 1001\n  host: file.example\ndata_dir: /from/file\n')
    const environment = { LECTERN_SERVER__PORT: '1002', LECTERN_SERVER__HOST: 'env.example', PATH: '/bin' }
    const flags = parseCommandLineFlags(['--port', '1003']).given
    const config = loadConfig({ file, environment, flags })
    expect(config.server.port).toBe(1003)
    expect(config.server.host).toBe('env.example')
    expect(config.data_dir).toBe('/from/file')
  })

  test('variables that Kubernetes sets for a service called lectern are not settings', () => {
    const environment = {
      LECTERN_SERVICE_HOST: '10.1.2.3',
      LECTERN_SERVICE_PORT: '80',
      LECTERN_SERVICE_PORT_HTTP: '80',
      LECTERN_PORT: 'tcp://10.1.2.3:80',
      LECTERN_PORT_80_TCP: 'tcp://10.1.2.3:80',
      LECTERN_PORT_80_TCP_ADDR: '10.1.2.3',
      LECTERN_DATABASE_PORT: 'tcp://10.1.2.4:5432',
      LECTERN_DATABASE_SERVICE_HOST: '10.1.2.4',
      LECTERN_CORPUS: '/somewhere',
    }
    expect(loadConfig({ environment }).server.port).toBe(8080)
  })

  test('values from the environment are converted to the type of their setting', () => {
    const config = loadConfig({
      environment: {
        LECTERN_COMPAT_API__ENABLED: 'true',
        LECTERN_API__CORS_ORIGINS: 'https://a.example, https://b.example',
        LECTERN_SERVER__TRUSTED_PROXIES: '["10.0.0.0/8"]',
        LECTERN_RATE_LIMIT__ANONYMOUS__RPS: '2.5',
        LECTERN_SERVER__PUBLIC_URL: '',
        LECTERN_ADMIN__PASSWORD: '12345678',
        LECTERN_LOG__PRETTY: 'false',
        LECTERN_LOG__LEVEL: 'debug',
      },
    })
    expect(config.compat_api.enabled).toBe(true)
    expect(config.api.cors_origins).toEqual(['https://a.example', 'https://b.example'])
    expect(config.server.trusted_proxies).toEqual(['10.0.0.0/8'])
    expect(config.rate_limit.anonymous.rps).toBe(2.5)
    expect(config.server.public_url).toBeNull()
    expect(config.admin.password).toBe('12345678')
    expect(config.log).toEqual({ level: 'debug', pretty: false, keep: true })
  })

  test('one field of a provider can come from the environment, the rest from the file', () => {
    const file = fileWith(
      'auth:\n  oidc:\n    providers:\n      home: {issuer_url: "https://id.example", client_id: lectern}\n',
    )
    const environment = { LECTERN_AUTH__OIDC__PROVIDERS__HOME__CLIENT_SECRET: '123' }
    expect(loadConfig({ file, environment }).auth.oidc.providers).toEqual({
      home: { issuer_url: 'https://id.example', client_id: 'lectern', client_secret: '123' },
    })
  })

  test('an empty file and empty groups change nothing', () => {
    expect(loadConfig({ file: fileWith('') })).toEqual(defaultConfig())
    expect(loadConfig({ file: fileWith('server:\n# nothing\n') })).toEqual(defaultConfig())
  })
})

describe('what is refused', () => {
  test('an unknown key, with its line and the nearest known one', () => {
    const file = fileWith('data_dir: x\nserver:\n  prot: 1\n')
    expect(faultsOf({ file })).toEqual([
      `server.prot: is not a setting; did you mean server.port? (from ${file} line 3)`,
    ])
    expect(faultsOf({ environment: { LECTERN_SERVER__PROT: '1' } })).toEqual([
      'server.prot: is not a setting; did you mean server.port? (from environment LECTERN_SERVER__PROT)',
    ])
    expect(faultsOf({ file: fileWith('constructor: 1\n') })[0]).toContain('constructor: is not a setting')
    expect(faultsOf({ environment: { LECTERN_PORT: '1' } })[0]).toContain('did you mean server.port?')
    expect(faultsOf({ environment: { LECTERN_SERVER_PORT: '1' } })[0]).toContain('did you mean server.port?')
  })

  test.each([
    ['server:\n  port: 70000\n', 'server.port: must be at most 65535'],
    ['server:\n  port: "80"\n', 'server.port: must be a whole number'],
    ['server: 80\n', 'server: is a group of settings: host, port'],
    ['server:\n  trusted_proxies: [10.0.0.0/33]\n', 'server.trusted_proxies.0: must be an IP address or network'],
    ['server:\n  public_url: books.example\n', 'server.public_url: must begin with http:// or https://'],
    ['compat_api:\n  prefix: api\n', 'compat_api.prefix: must be at most 32 lowercase letters, digits, - or _'],
    ['compat_api:\n  prefix: a/b\n', 'compat_api.prefix: must be at most 32 lowercase letters, digits, - or _'],
    ['log:\n  level: loud\n', 'log.level: must be one of fatal, error'],
    ['auth:\n  jwt_secret: short\n', 'auth.jwt_secret: must have at least 32 characters'],
    ['database:\n  url: mysql://x\n', 'database.url: must begin with postgres://'],
    [
      'auth:\n  oidc:\n    providers:\n      Home: {issuer_url: "https://id.example", client_id: x}\n',
      'auth.oidc.providers: "Home" must have a name of lowercase letters, digits, - and _',
    ],
    ['auth:\n  oidc:\n    providers:\n      a: {client_id: x}\n', 'auth.oidc.providers.a: needs "issuer_url"'],
    ['files:\n  bucket_url: http://s3/b\n', 'files.bucket_url: also needs files.bucket_access_key'],
    ['- a\n', '.yaml must be a map of settings'],
    ['a: [\n', ' is not YAML'],
  ])('%j', (content, fault) => {
    expect(faultsOf({ file: fileWith(content) })[0]).toContain(fault)
  })

  test('a value that is repaired by a later source is not a fault', () => {
    expect(
      faultsOf({ file: fileWith('server:\n  port: 99999\n'), environment: { LECTERN_SERVER__PORT: '1' } }),
    ).toEqual([])
  })

  test('a file that is not there', () => {
    expect(faultsOf({ file: join(folder, 'none.yaml') })[0]).toContain('cannot be read: there is no such file')
  })

  test('all faults are reported at once', () => {
    expect(faultsOf({ file: fileWith('server: {port: -1, prt: 2}\nlog: {level: x}\n') })).toHaveLength(3)
  })
})

describe('flags', () => {
  test('values may follow or be joined, libraries repeat, the rest are words', () => {
    expect(parseCommandLineFlags(['--library', 'comics', '--library=../manga']).libraries).toEqual([
      join(process.cwd(), 'comics'),
      join(process.cwd(), '../manga'),
    ])
    expect(
      parseCommandLineFlags(['serve', '--config=a.yaml', '--library', '/a', '--library=/b=c', '--data', 'd']),
    ).toEqual({
      words: ['serve'],
      config: 'a.yaml',
      libraries: ['/a', '/b=c'],
      given: [{ key: 'data_dir', below: [], value: 'd', source: 'flag --data' }],
      own: {},
      every: {},
    })
    const many = parseCommandLineFlags(
      ['import', 'f', '--map', '/a=/b', '--dry-run', '--map=/c=/d'],
      ['map'],
      ['dry-run'],
    )
    expect(many).toMatchObject({
      words: ['import', 'f'],
      own: { 'dry-run': 'true' },
      every: { map: ['/a=/b', '/c=/d'] },
    })
    expect(parseCommandLineFlags(['user', 'add', '--role', 'admin'], ['role']).own).toEqual({ role: 'admin' })
    expect(parseCommandLineFlags(['check', '--', '--odd-file.cbz']).words).toEqual(['check', '--odd-file.cbz'])
  })

  test('an unknown flag suggests the nearest one, a missing value is reported', () => {
    expect(() => parseCommandLineFlags(['--prot', '1'])).toThrow(
      new FlagError('--prot is not a flag; did you mean --port?'),
    )
    expect(() => parseCommandLineFlags(['--port'])).toThrow('--port needs a value')
    expect(() => parseCommandLineFlags(['--data', '--port', '1'])).toThrow('--data needs a value')
  })

  test('a port that is no number is refused by the same check', () => {
    expect(faultsOf({ flags: parseCommandLineFlags(['--port', 'x']).given })).toEqual([
      'server.port: must be a whole number (from flag --port)',
    ])
  })
})

describe('runtime settings', () => {
  test('the ones an admin may change', () => {
    expect(runtimeSettings.map(({ key }) => key)).toEqual([
      'auth.registration_enabled',
      'backups.schedule',
      'backups.keep',
      'compat_api.enabled',
      'compat_api.prefix',
      'scanner.watch',
      'scanner.settle_seconds',
      'images.thumbnail_size',
      'images.cover_size',
      'images.quality',
    ])
  })

  test('are checked like the configuration', () => {
    expect(validateSetting('compat_api.prefix', 'reader')).toBe('reader')
    expect(() => validateSetting('compat_api.prefix', 'opds')).toThrow(Problem)
    expect(() => validateSetting('images.thumbnail_size', '400')).toThrow('value: must be a whole number')
    expect(() => findRuntimeSetting('compat_api.prefx')).toThrow('did you mean compat_api.prefix?')
    expect(() => validateSetting('server.port', 1)).toThrow('There is no runtime setting "server.port"')
    expect(configuredValue(defaultConfig(), 'compat_api.prefix')).toBe('komga')
  })
})

describe('the example file', () => {
  test('in docs/ is the one made from the declarations', () => {
    const kept = readFileSync(new URL('../../docs/configuration.example.yaml', import.meta.url), 'utf8')
    expect(kept).toBe(renderExampleConfig())
  })

  test('results in exactly the defaults', () => {
    expect(loadConfig({ file: fileWith(renderExampleConfig()) })).toEqual(defaultConfig())
    expect(Object.keys(parse(renderExampleConfig()))).toEqual(Object.keys(settingDeclarations))
  })

  test('every setting is explained by one sentence', () => {
    for (const [key, { about }] of flattenSettings(settingDeclarations)) expect(about, key).toMatch(/^[A-Z][^\n]+[.…]$/)
  })
})

test('the session secret is random, generated once, and readable only by its owner', () => {
  const secret = readOrMakeSessionSecret(join(folder, 'data'))
  expect(secret.length).toBeGreaterThanOrEqual(64)
  expect(readOrMakeSessionSecret(join(folder, 'data'))).toBe(secret)
  expect(readOrMakeSessionSecret(join(folder, 'other'))).not.toBe(secret)
  expect(statSync(join(folder, 'data', 'jwt-secret')).mode & 0o777).toBe(0o600)
})
