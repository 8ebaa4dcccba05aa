import { BlockList, isIP, isIPv4 } from 'node:net'
import { plainIpAddress } from './ip-address-key.ts'

/**
 * Whether a proxy at this address is trusted. `networks` are addresses or CIDR blocks, checked by the configuration.
 */
export function makeTrustedProxyCheck(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = plainIpAddress(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}
