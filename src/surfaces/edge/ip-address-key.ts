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

/**
 * Without the port that some proxies add to X-Forwarded-For ("203.0.113.7:50312", "[2001:db8::1]:50312"), the
 * IPv4-in-IPv6 prefix and the interface of a link-local address.
 */
export function plainIpAddress(address: string): string {
  const withPort = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address)
  const bare = (withPort?.[1] ?? address).split('%')[0]!
  const mapped = /^(?:::|(?:0{1,4}:){5})ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(bare)
  if (!mapped) return bare
  return mapped[1] ?? [mapped[2]!, mapped[3]!].flatMap(bytesOfGroup).join('.')
}

function bytesOfGroup(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** Where a request comes from, as people and logs see it. */
export const clientAddress = (request: { ip: string }): string => plainIpAddress(request.ip)

function ipv6Network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...gap, ...right].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
