import { hash, verify } from '@node-rs/argon2'
import { problem } from '../../contract/problems.ts'
import { isImportedPasswordHash, verifyImportedPassword } from './imported-password.ts'

/** Argon2id as recommended by OWASP: 19 MiB, two passes. Runs off the main thread. Only tests lower it. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Only tests lower these. */
export const hashQueueLimits = {
  /** The threads that hash also read pages: a flood of sign-ins must leave some of them free. */
  maxRunning: 2,
  maxWaiting: 2000,
  /** After this time the client has gone, and hashing would be wasted. */
  maxWaitMs: 20_000,
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), passwordCost))
}

/** Takes as long for an unknown account as for a known one, so that timing doesn't reveal who has an account. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (typeof stored === 'string' && isImportedPasswordHash(stored))
    return inTurn(() => verifyImportedPassword(stored, password))
  const matches = await inTurn(() => verify(stored ?? nobodys(), normal(password)))
  return matches && typeof stored === 'string'
}

/** A hash at the same cost that no password has: it was made of a random value that was thrown away. */
function nobodys(): string {
  const { memoryCost, timeCost, parallelism } = passwordCost
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`
  return `$argon2id$v=19$${cost}$lIFI3bcU9auaYx+YbUYisA$1vSIU+JPN5ieFqr/nO8Tg+AORBoux1oIE+jJloMYlpo`
}

/** Makes text typed on a Mac and on Windows equal. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

let running = 0
const waiting = new Set<() => void>()

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashQueueLimits.maxRunning) await waitForTurn()
  else running += 1
  try {
    return await work()
  } finally {
    const [next] = waiting
    if (next) next()
    else running -= 1
  }
}

function waitForTurn(): Promise<void> {
  if (waiting.size >= hashQueueLimits.maxWaiting) throw tooMany()
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      waiting.delete(begin)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(begin)
      reject(tooMany())
    }, hashQueueLimits.maxWaitMs)
    waiting.add(begin)
  })
}

const tooMany = () =>
  problem('service_unavailable', 'Too many people are signing in. Try again in a moment.', undefined, {
    'retry-after': '5',
  })
