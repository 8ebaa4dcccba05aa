/** How user names and e-mail addresses are compared: case, width and composed letters make no difference. */
export function loginNameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().normalize('NFC')
}
