/** The key for comparing user names and e-mail addresses: ignores case, width and composition of letters. */
export function loginNameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().normalize('NFC')
}
