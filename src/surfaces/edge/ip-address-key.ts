import { isIP } from 'node:net'

/**
 * The key by which an anonymous client is counted. A client with one IPv6 address usually has all 2⁶⁴ of its network,
 * so those count together.
 */
export function ipAddressKey(address: string): string {
  const plain = plainIpAddress(address)
  if (isIP(plain) !== 6) return plain
  return ipv6Network(plain)
}

/** Without the IPv4-in-IPv6 prefix and the interface of a link-local address. */
export function plainIpAddress(address: string): string {
  const bare = address.split('%')[0]!
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(bare) ? bare.slice(7) : bare
}

function ipv6Network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
