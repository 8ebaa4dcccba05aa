import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP asks for it: 19 MiB, two passes. Runs off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The threads that hash also read the pages: a flood of logins must leave some of them free. */
const mostAtOnce = 2

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), cost))
}

/** Takes as long for nobody's password as for somebody's, so that time does not tell who has an account. */
export async function isPassword(kept: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const against = kept ?? (await nobody)
  const matches = await inTurn(() => verify(against, normal(password)))
  return matches && typeof kept === 'string'
}

let nobody: Promise<string> | undefined

/** Makes the hash that unknown names are compared with, so that the first of them does not take longer. */
export async function warmUpPasswords(): Promise<void> {
  await isPassword(undefined, '')
}

/** The same text, typed on a Mac and on Windows. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
