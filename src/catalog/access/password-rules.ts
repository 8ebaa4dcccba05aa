import type { Fault } from '../../contract/problems.ts'
import { commonPasswords } from './common-passwords.ts'

export const shortestPassword = 8
/** Long enough for any pass phrase; hashing must not become a way to keep the server busy. */
export const longestPassword = 512

/** What is wrong with a new password; undefined when nothing is. Length counts, not the mix of characters. */
export function faultOfPassword(password: string, names: readonly (string | null | undefined)[]): Fault | undefined {
  const length = [...password].length
  if (length < shortestPassword) return fault(`The password must have at least ${shortestPassword} characters.`)
  if (password.length > longestPassword) return fault(`The password must have at most ${longestPassword} characters.`)
  const folded = password.toLowerCase()
  if (names.some((name) => name && name.toLowerCase() === folded))
    return fault('The password must not be the same as the username.')
  if (commonPasswords.has(folded)) return fault('This password is too common. Choose another one.')
  return undefined
}

function fault(message: string): Fault {
  return { path: 'password', message }
}
