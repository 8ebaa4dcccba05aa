import type { Fault } from '../../contract/problems.ts'

export const minPasswordLength = 8
/** Long enough for any passphrase; hashing must not become a way to keep the server busy. */
export const maxPasswordLength = 512

/** What is wrong with a new password; undefined if it is fine. Length counts, not the mix of characters. */
export function faultOfPassword(password: string, names: readonly (string | null | undefined)[]): Fault | undefined {
  const length = [...password].length
  if (length < minPasswordLength) return fault(`The password must have at least ${minPasswordLength} characters.`)
  if (password.length > maxPasswordLength)
    return fault(`The password must have at most ${maxPasswordLength} characters.`)
  const folded = password.toLowerCase()
  if (names.some((name) => name && name.toLowerCase() === folded))
    return fault('The password must not be the same as the username.')
  if (commonPasswords.has(folded)) return fault('This password is too common. Choose another one.')
  return undefined
}

function fault(message: string): Fault {
  return { path: 'password', message }
}

/** The most common passwords of eight characters and more; shorter ones are refused for their length. */
const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 12345678910 11111111 00000000 88888888 87654321 987654321 0987654321 12341234 11223344
  1122334455 123123123 147258369 789456123 123456789a 1234567a a1234567 a123456789 12345678a 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 qwerty12345 q1w2e3r4
  q1w2e3r4t5 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 password password1 password12 password123 password1234
  passw0rd p@ssword p@ssw0rd pa55word pa$$word passwort passwort1 contraseña motdepasse parola123 changeme changeit
  letmein1 letmein123 welcome1 welcome123 trustno1 iloveyou iloveyou1 sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball superman superman1 batman123 starwars pokemon1 pokemon123 dragon123 monkey123
  michelle jennifer jonathan whatever computer internet samsung1 corvette mercedes maverick midnight mustang1 liverpool
  chocolate butterfly abcd1234 abc12345 abcdefgh abcdefg1 abc123456 aa123456 aa12345678 admin123 admin1234 adminadmin
  administrator rootroot root1234 test1234 testtest testing123 guest123 default1 secret123 master123 hello123 hellohello
  freedom1 anything lectern1 lectern123 lecternlectern`.split(/\s+/),
)
