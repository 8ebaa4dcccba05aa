import { BlockList, isIP, isIPv4 } from 'node:net'

/** Whether a proxy at this address is believed. `networks` are addresses or CIDR blocks, checked by the configuration. */
export function trustOnly(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * What an anonymous client is counted by. Whoever has one IPv6 address usually has all 2⁶⁴ of its network, so those count
 * together.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  return ipv6Network(plain)
}

/** Without the IPv4-in-IPv6 wrapping and the interface of a link-local address. */
function plainAddress(address: string): string {
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
