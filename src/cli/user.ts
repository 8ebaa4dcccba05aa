import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { commandLineAuthority } from '../catalog/access/authority.ts'
import { createFirstAdmin } from '../catalog/access/first-admin.ts'
import { changeAccount, createAccount } from '../catalog/access/manage-accounts.ts'
import { type Role, roles } from '../contract/permissions.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { findPasswordLogin, hasUsers } from '../store/user/account.ts'
import { findUser } from '../store/user/read.ts'
import { type Command, type CommandInput, loadConfigFromFlags, UsageError } from './command.ts'

export const userCommand: Command = {
  usage: 'add NAME [--role R] [--email E] | passwd NAME',
  about: 'Create an account or change its password. Asks for the password, or reads it from standard input.',
  maxWords: 2,
  flags: ['role', 'email'],
  options: {
    '--role ROLE': `One of ${roles.join(', ')}. The first account must be an admin.`,
    '--email EMAIL': 'The email address of the new account.',
  },
  async run(input) {
    const [action, name] = input.args
    const act = action === 'add' ? add : action === 'passwd' ? setPassword : undefined
    if (!act || name === undefined) throw new UsageError('use "lectern user add NAME" or "lectern user passwd NAME"')
    const config = loadConfigFromFlags(input.flags)
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    try {
      await act(db, name, input)
    } finally {
      await db.close()
    }
    return 0
  },
}

async function add(db: Db, username: string, { flags }: CommandInput): Promise<void> {
  const isFirst = !(await hasUsers(db))
  const role = flags.own.role ?? (isFirst ? 'admin' : 'reader')
  if (!isRole(role)) throw new UsageError(`"${role}" is not a role; use one of ${roles.join(', ')}`)
  if (isFirst && role !== 'admin') throw new UsageError('the first account must be an admin')
  const email = flags.own.email ?? null
  const password = await askPassword(`Password for ${username}: `)
  if (isFirst) await createFirstAdmin(db, { username, email, password }, Date.now())
  else await createAccount(db, commandLineAuthority, { username, email, password, role }, Date.now())
  console.log(`Created ${role} ${username}.`)
}

async function setPassword(db: Db, name: string): Promise<void> {
  const login = await findPasswordLogin(db, name)
  const user = login && (await findUser(db, { id: login.id }))
  if (!user) throw new UsageError(`there is no user "${name}"`)
  const password = await askPassword(`New password for ${user.username}: `)
  await changeAccount(db, commandLineAuthority, user, { password }, Date.now())
  console.log(`Changed the password of ${user.username} and ended all sessions.`)
}

function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name)
}

/** Reads one line without echoing it. Without a terminal it is the first line of the input. */
async function askPassword(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  if (terminal) process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const input = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    for await (const line of input) return line
    return ''
  } finally {
    input.close()
    if (terminal) process.stderr.write('\n')
  }
}
