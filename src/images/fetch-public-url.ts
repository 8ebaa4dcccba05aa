import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

export interface FetchLimits {
  maxBytes: number
  timeoutMs?: number
  /** Hosts, with the port if it isn't the default, that may be in the local network. */
  trustedHosts?: readonly string[]
}

/**
 * Fetches a URL entered by a user, but only from the public internet: checks the resolved address that the connection
 * then uses, again for every redirect, so that no name can resolve into the local network.
 */
export async function fetchPublicUrl(
  url: string,
  { maxBytes, timeoutMs = 15_000, trustedHosts = [] }: FetchLimits,
): Promise<Uint8Array> {
  let target = url
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const parsed = URL.parse(target)
    if (!parsed) throw unreachable()
    const answer = await fetchOnce(parsed, maxBytes, timeoutMs, trustedHosts)
    if ('bytes' in answer) return answer.bytes
    const next = URL.parse(answer.location, target)
    if (!next) throw new FetchRefused('The address redirects to an invalid address.')
    target = next.href
  }
  throw new FetchRefused('The address redirects too many times.')
}

const MAX_REDIRECTS = 5
const unreachable = () => new FetchRefused('The address can’t be reached.')

function fetchOnce(
  url: URL,
  maxBytes: number,
  timeoutMs: number,
  trustedHosts: readonly string[],
): Promise<{ bytes: Uint8Array } | { location: string }> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefused('The address must start with http or https.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal IP address isn't looked up, so it is checked here.
  const isTrusted = trustedHosts.includes(url.host) || trustedHosts.includes(host)
  if (!isTrusted && isIP(host) && !isPublicAddress(host))
    throw new FetchRefused('The address is not on the public internet.')
  // Not imported by name: that would load everything these modules export lazily, 14 MB including a WebSocket client.
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  const answered = new Promise<{ bytes: Uint8Array } | { location: string }>((resolve, reject) => {
    const outgoing = request(
      url,
      {
        ...(!isTrusted && { lookup: lookupPublic }),
        timeout: timeoutMs,
        headers: { accept: 'image/*', 'user-agent': 'Lectern' },
      },
      (response) => {
        const { statusCode = 0, headers } = response
        // The bodies of redirects and errors aren't read: they may have no end.
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          outgoing.destroy()
          return resolve({ location: headers.location })
        }
        if (statusCode !== 200) {
          outgoing.destroy()
          return reject(new FetchRefused(`The address responded with status ${statusCode}.`))
        }
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) outgoing.destroy(new FetchRefused('The image is too large.'))
          else chunks.push(chunk)
        })
        response.on('end', () => resolve({ bytes: Buffer.concat(chunks) }))
        response.on('error', reject)
      },
    )
    const deadline = setTimeout(
      () => outgoing.destroy(new FetchRefused('The address took too long to respond.')),
      timeoutMs,
    )
    outgoing.on('timeout', () => outgoing.destroy(new FetchRefused('The address took too long to respond.')))
    outgoing.on('close', () => clearTimeout(deadline))
    outgoing.on('error', reject)
    outgoing.end()
  })
  // Some addresses fail before they are asked: in “http://a:%E0@host” the password can't be decoded.
  return answered.catch((error: unknown) => {
    throw error instanceof FetchRefused ? error : unreachable()
  })
}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const found = addresses.filter(({ address }) => isPublicAddress(address))
    if (found.length === 0) return callback(new FetchRefused('The address is not on the public internet.'), '')
    if ((options as { all?: boolean }).all)
      return (callback as unknown as (e: null, a: typeof found) => void)(null, found)
    return callback(null, found[0]!.address, found[0]!.family)
  })
}

/** Everything but the public internet: RFC 6890 and its later additions, also for IPv4 addresses embedded in IPv6. */
// Two lists: in a shared one, a range that includes ::ffff:0:0/96 would also match every IPv4 address.
const closed = { 4: new BlockList(), 6: new BlockList() }
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed[4].addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Everything but 2000::/3, the only range allocated for public use.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed[6].addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family === 6 ? !closed[6].check(address, 'ipv6') : family === 4 && !closed[4].check(address, 'ipv4')
}
