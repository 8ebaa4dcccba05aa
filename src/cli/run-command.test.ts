import '../../test/cheap-passwords.ts'
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeForeignDatabase } from '../../test/fixtures/make-foreign-database.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-cli-'))
const home = process.cwd()
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})
const main = join(import.meta.dirname, '..', 'main.ts')
/** Nothing of the developer's, but with the compiled sources of earlier runs. */
const bareEnv = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

/** The real command, as a user runs it. */
async function lecternAlone(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...bareEnv, ...env } })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end()
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, out, err }
}

/** The same with stdout closed. */
function lecternUnread(args: string[]): Promise<{ code: unknown; err: string }> {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: bareEnv })
  let err = ''
  child.stdout.destroy()
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, err })))
}

/** The same within this process: starting one takes most of the time. */
async function lectern(args: string[], input = '') {
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void out.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void err.push(`${line}\n`)),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin),
  ]
  try {
    const code = await runCommand(args)
    return { code, out: out.join(''), err: err.join('') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const calibre = () =>
  makeForeignDatabase(
    {
      books: [{ id: 1, uuid: 'u1', title: 'A', path: 'A/A (1)' }],
      data: [{ id: 1, book: 1, format: 'EPUB', name: 'A' }],
      books_authors_link: [{ id: 1, book: 1, author: 1 }],
    },
    { name: 'metadata.db' },
  )

test('an import continues after its output was closed', async () => {
  expect(await lecternUnread(['import', calibre().path, '--data', join(folder, 'unread')])).toEqual({
    code: 0,
    err: '',
  })
})

test('an import that has ended no longer collects garbage', async () => {
  const started = vi.spyOn(globalThis, 'setInterval')
  const ended = vi.spyOn(globalThis, 'clearInterval')
  try {
    const data = join(folder, 'collected')
    expect(await lectern(['import', calibre().path, '--data', data, '--dry-run'])).toMatchObject({ code: 0 })
    expect(started).toHaveBeenCalled()
    const stopped = new Set<unknown>(ended.mock.calls.map(([timer]) => timer))
    expect(started.mock.results.filter(({ value }) => !stopped.has(value))).toHaveLength(0)
  } finally {
    started.mockRestore()
    ended.mockRestore()
  }
})

test('a dry run says which libraries would be added', async () => {
  const { folder: there } = calibre()
  const data = join(folder, 'would-be-added')
  const flags = ['--data', data, '--create-libraries', '--dry-run']
  const { out } = await lectern(['import', there, ...flags])
  expect(out).toContain(`would be added: ${there}.`)
  expect(out).toContain('library: 1 row (0 found here, 1 left out, 0 failed)')
  const { err } = await lectern(['import', there, '--map', `${there}=/no/folder`, ...flags])
  expect(err).toContain('can’t be added at /no/folder: There is no folder at this path on the server.')
})

const calibreWeb = () =>
  makeForeignDatabase(
    {
      user: [{ id: 1, name: 'marit', email: 'marit@example.org', role: 0, password: 'scrypt:32768:8:1$s$00' }],
      shelf: [{ id: 1, uuid: 'shelf', name: 'Low tide', is_public: 1, user_id: 1 }],
      book_read_link: [{ id: 1, book_id: 1, user_id: 1, read_status: 1, last_modified: '2024-05-06 07:08:09' }],
    },
    { name: 'app.db' },
  )

test('an import that is mistyped says so before it imports anything', async () => {
  const data = join(folder, 'mistyped')
  const { path } = calibreWeb()
  const run = (...flags: string[]) => lectern(['import', path, '--data', data, ...flags])
  const { code, err } = await run('--people', 'marti')
  expect(code).toBe(2)
  expect(err).toContain('the other server has no user "marti"; its users are: marit')
  const { out } = await run('--dry-run', '--map', '/calibre=/no/library')
  expect(out).toContain('/calibre → /no/library (the other server has no such folder)')
  const missing = join(folder, 'no-such-folder')
  expect(await run('--report', join(missing, 'report.json'))).toMatchObject({
    ...{ code: 1, out: '', err: `lectern: there is no folder ${missing}; create it first\n` },
  })
  expect(await lectern(['user', 'list', '--data', data])).not.toMatchObject({ out: expect.stringContaining('marit') })
  const before = readdirSync(join(data, 'imports'))
  const noDatabase = join(folder, 'no-database')
  writeFileSync(noDatabase, 'text')
  expect(await lectern(['import', noDatabase, '--data', data])).toMatchObject({ code: 1 })
  expect(readdirSync(join(data, 'imports'))).toEqual(before)
})

test('an import that is cancelled says so, and continues when it is run again', async () => {
  const data = join(folder, 'cancelled')
  const { path } = calibreWeb()
  const listeners = process.listenerCount('SIGINT')
  const opening = lectern(['import', path, '--data', data])
  await vi.waitUntil(() => process.listenerCount('SIGINT') > listeners)
  process.listeners('SIGINT').at(-1)!('SIGINT')
  expect(await opening).toMatchObject({ code: 1, err: 'Cancelled: nothing was imported.\n' })
  expect(process.listenerCount('SIGINT')).toBe(listeners)
  const { code, out } = await lectern(['import', path, '--data', data])
  expect(code).toBe(0)
  expect(out).toContain('user: 1 row (1 new')
})

test('a wrong configuration stops the start with one line', async () => {
  const env = { LECTERN_SERVER__PROT: '9000' }
  const { code, out, err } = await lecternAlone([], env)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(
    'lectern: server.prot: is not a setting; did you mean server.port? (from environment LECTERN_SERVER__PROT)\n',
  )
})

test('a data folder that cannot be one stops the start with one line', async () => {
  const file = join(folder, 'not-a-folder')
  writeFileSync(file, '')
  expect(await lectern(['migrate', '--data', file])).toMatchObject({
    code: 1,
    err: `lectern: ${file}: there is a file where a folder is expected\n`,
  })
})

test('a database that may only be read stops the start with one line', async () => {
  const data = join(folder, 'read-only')
  expect(await lectern(['migrate', '--data', data])).toMatchObject({ code: 0 })
  // Permissions don't stop root: a version of writing that SQLite doesn't know makes it read only.
  const file = openSync(join(data, 'lectern.db'), 'r+')
  writeSync(file, Uint8Array.of(9), 0, 1, 18)
  closeSync(file)
  for (const command of [['migrate'], ['serve', '--port', '0']]) {
    const { code, err } = await lecternAlone([...command, '--data', data])
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^lectern: user \d+ may not write to the database; make that user the owner of [^\n]+\n$/,
      ),
    })
  }
})

test('a file for a folder that does not exist is refused with one line', async () => {
  const data = join(folder, 'data-to-write')
  const missing = join(folder, 'no-such-folder')
  for (const command of ['backup', 'export']) {
    expect(await lectern([command, join(missing, 'all.gz'), '--data', data])).toMatchObject({
      code: 1,
      err: `lectern: there is no folder ${missing}; create it first\n`,
    })
  }
})

test.runIf(process.platform === 'linux')('a folder that takes no folders stops the start with one line', async () => {
  expect(await lecternAlone(['--data', '/proc/lectern', '--port', '0'])).toMatchObject({
    code: 1,
    err: 'lectern: /proc/lectern: it cannot be created there; is the disk or network share connected?\n',
  })
})

test('a library folder that is not there stops the start with one line', async () => {
  const missing = join(folder, 'no such folder')
  const args = ['--data', join(folder, 'without-library'), '--port', '0', '--library', missing]
  expect(await lecternAlone(args)).toMatchObject({
    code: 1,
    err: `lectern: --library ${missing}: There is no folder at this path on the server.\n`,
  })
})

test('a database that is not there stops the start with one line', async () => {
  const file = join(folder, 'no-database.yaml')
  writeFileSync(file, 'database: {url: "postgres://somebody@127.0.0.1:1/none"}\n')
  expect(await lectern(['migrate', '--config', file])).toMatchObject({
    code: 1,
    err: 'lectern: cannot reach the database: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})

test('config check lists every fault, or says that there is none', async () => {
  const file = join(folder, 'a.yaml')
  writeFileSync(file, 'server: {port: 1}\n')
  expect(await lectern(['config', 'check', '--config', file])).toMatchObject({ code: 0, err: '' })
  writeFileSync(file, 'server: {port: x, hots: y}\n')
  const { code, err } = await lectern(['config', 'check', '--config', file])
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(2)
})

test('for a mistyped command or flag the nearest one is suggested', async () => {
  expect(await lectern(['migrat'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean migrate?') })
  expect(await lectern(['migrate', '--prt', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('--port') })
  expect(await lectern(['migrate', '--role', 'admin'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--role is not a flag'),
  })
  // A folder may have the name of a command.
  expect(await lectern(['--data', 'backup', 'restor'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('did you mean restore?'),
  })
})

test('a second file is refused instead of ignored', async () => {
  expect(await lectern(['import', 'a.db', 'b.db'])).toMatchObject({ code: 2, err: expect.stringContaining('"b.db"') })
  expect(await lectern(['import', 'a.db', '--undo'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no file'),
  })
  expect(await lectern(['migrate', 'now'])).toMatchObject({ code: 2, err: expect.stringContaining('"now"') })
})

test('help for one command lists its options and no others', async () => {
  const { code, out } = await lectern(['doctor', '--help'])
  expect(code).toBe(0)
  expect(out).toMatch(/^ {2}--json +Print the results as JSON/m)
  expect(out).not.toContain('lectern user')
  expect(out).toContain('--data DIR')
  expect(out).not.toContain('--port')
  expect(await lectern(['help', 'doctor'])).toMatchObject({ code: 0, out })
})

test('general help says how to start the server', async () => {
  const { out } = await lectern(['--help'])
  expect(out).toMatch(/^ {2}lectern doctor/m)
  expect(out).toMatch(/^Options for serve:\n {2}--host/m)
  expect(out).toMatch(/^ {2}--data DIR/m)
})

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(await lectern(['--version'])).toMatchObject({ code: 0, out: `${version}\n` })
})

test('openapi prints the whole document', async () => {
  const { code, out } = await lecternAlone(['openapi'])
  expect(code).toBe(0)
  expect(JSON.parse(out).info.version).toBe('1.14.3')
})

test('accounts are created and changed, then backed up and restored elsewhere', async () => {
  const user = (args: string[], input: string) => lectern(['user', ...args, '--data', 'one'], input)
  expect(await user(['add', 'ann'], 'correct horse\n')).toMatchObject({ code: 0, out: 'Created admin ann.\n' })
  expect(await user(['add', 'bob', '--role', 'king'], 'correct horse\n')).toMatchObject({ code: 2 })
  expect(await user(['add', 'bob'], 'short\n')).toMatchObject({ code: 1, err: expect.stringContaining('password') })
  expect(await user(['add', 'bob', '--email', 'b@example.org'], 'correct horse\n')).toMatchObject({ code: 0 })
  expect(await user(['passwd', 'b@example.org'], 'another horse\n')).toMatchObject({ code: 0 })
  expect(await lectern(['backup', 'b.gz', '--data', 'one'])).toMatchObject({ code: 0 })
  writeFileSync(join(folder, 'no.gz'), 'not packed')
  writeFileSync(join(folder, 'cut.gz'), readFileSync(join(folder, 'b.gz')).subarray(0, 200))
  const refused = async (file: string) => (await lectern(['restore', file, '--data', 'two'])).err
  expect(await refused('no.gz')).toBe('lectern: no.gz is not a Lectern backup\n')
  expect(await refused('cut.gz')).toBe('lectern: cut.gz is incomplete\n')
  expect(await refused('none.gz')).toBe('lectern: there is no file at none.gz\n')
  expect(await lectern(['restore', 'b.gz', '--data', 'two'])).toMatchObject({ code: 0 })
  const again = await lectern(['restore', 'b.gz', '--data', 'two'])
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining('not empty') })
  // A damaged database must not prevent a restore: it is set aside, and stays in place if the backup is invalid.
  mkdirSync(join(folder, 'three'))
  writeFileSync(join(folder, 'three', 'lectern.db'), 'no database at all, but long enough to look like one')
  expect(await lectern(['backup', 'c.gz', '--data', 'three'])).toMatchObject({
    code: 1,
    err: 'lectern: the database is damaged (file is not a database); restore a backup: lectern restore FILE\n',
  })
  expect(await lectern(['restore', 'no.gz', '--data', 'three'])).toMatchObject({ code: 2 })
  expect(readdirSync(join(folder, 'three'))).toEqual(['lectern.db'])
  const mended = await lectern(['restore', 'b.gz', '--data', 'three'])
  expect(mended).toMatchObject({ code: 0, out: expect.stringContaining('kept as') })
  const known = await lectern(['user', 'add', 'BOB', '--data', 'three'], 'correct horse\n')
  expect(known).toMatchObject({ code: 1, out: '' })
})

test('files are checked without a database, and a bad one is reported', async () => {
  const file = join(folder, 'broken.cbz')
  writeFileSync(file, 'PK')
  const { code, out } = await lectern(['check', file, join(folder, 'none.cbz')])
  const found = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(1)
  expect(found.find(({ path }) => path === file)).toMatchObject({
    size: 2,
    problems: [{ message: expect.any(String) }],
  })
  expect(found.find(({ path }) => path.endsWith('none.cbz')).problems[0].message).toBe('There is no such file.')
})

test('the doctor finds what is wrong, says what to do, and changes nothing', async () => {
  const doctor = async (data: string, config = '{}') => {
    const file = join(folder, 'doctor.yaml')
    writeFileSync(file, config)
    const { code, out } = await lectern(['doctor', '--json', '--data', data, '--config', file, '--backups', folder])
    const { ok, checks } = JSON.parse(out) as {
      ok: boolean
      checks: { check: string; status: string; advice?: string }[]
    }
    expect(code).toBe(ok ? 0 : 1)
    for (const { status, advice } of checks) expect(status === 'ok' || advice).toBeTruthy()
    return Object.fromEntries(checks.map(({ check, status }) => [check, status]))
  }
  const nowhere = join(folder, 'nowhere')
  expect(await doctor(nowhere)).toMatchObject({ 'data folder': 'warning', database: 'warning' })
  expect(existsSync(nowhere)).toBe(false)
  writeFileSync(join(folder, 'a-file'), '')
  expect(await doctor(join(folder, 'a-file'))).toMatchObject({ 'data folder': 'problem' })
  expect(await doctor(join(folder, 'a-file', 'below'))).toMatchObject({ 'data folder': 'problem' })
  expect(await lectern(['migrate', '--data', 'well'])).toMatchObject({ code: 0 })
  expect(await doctor('well')).toMatchObject({ 'data folder': 'ok', database: 'ok', clock: 'ok', fonts: 'ok' })
  const proxies = 'server: {trusted_proxies: ["0.0.0.0/0"]}\n'
  expect(await doctor('well', proxies)).toMatchObject({ 'proxy headers': 'problem' })
})
