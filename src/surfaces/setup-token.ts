import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../catalog/access/is-same-secret.ts'
import type { Config } from '../config/settings.ts'
import { problem } from '../contract/problems.ts'

/** Keeps strangers from creating the first account of a server that anyone can reach. */
export interface SetupToken {
  /** Printed by the server while there is no account; undefined if it isn't needed. */
  readonly printed: string | undefined
  isNeeded(request: FastifyRequest): boolean
  /** Throws if the request needs the token and doesn't have it. */
  check(request: FastifyRequest, given: string | undefined): void
}

/**
 * Derived from the secret that signs the sessions: all processes and servers on one database have the same one, and
 * nothing has to be stored. It is useless once there is an account.
 */
export function openSetupToken(config: Config, secret: string): SetupToken {
  const { setup_token: mode } = config.auth
  const isChosen = !['auto', 'on', 'off'].includes(mode)
  const token = isChosen ? mode : tokenOf(secret)
  const tidy = (text: string) => (isChosen ? text.trim() : text.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
  const isNeeded = (request: FastifyRequest) => mode !== 'off' && (mode !== 'auto' || !comesFromThisMachine(request))
  const isPrinted = !isChosen && mode !== 'off' && (mode === 'on' || !isOnlyHere(config))
  return {
    printed: isPrinted ? token : undefined,
    isNeeded,
    check(request, given) {
      if (!isNeeded(request) || (given !== undefined && isSameSecret(tidy(given), tidy(token)))) return
      // The server expected only local requests when it started: there is a proxy in front of it.
      if (!isPrinted && !isChosen)
        request.log.warn(`Someone tried to create the first account through a proxy. Setup token: ${token}`)
      const where = isChosen
        ? 'It is the value of auth.setup_token in the configuration of the server.'
        : 'The server prints it when it starts: look at its console, or at the log of its service or container.'
      const what = given ? 'The setup token is wrong.' : 'The first account needs the setup token.'
      throw problem('permission_denied', `${what} ${where}`, { field: 'setupToken', setting: 'auth.setup_token' })
    },
  }
}

/** 80 bits in letters and digits that can't be confused with one another. */
function tokenOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup token').digest().subarray(0, 16)
  const letters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.match(/.{4}/g)!.join('-')
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'

/** Only local requests are expected: it listens on this machine only, without a proxy in front. */
function isOnlyHere({ server }: Config): boolean {
  return isLocalName(server.host) && server.public_url === null && server.trusted_proxies.length === 0
}

/**
 * A request from the machine itself, without a proxy in between, which would connect from this machine for everyone.
 * The host name has to be local too, or a foreign page could resolve its name to this machine and send requests with
 * its visitor's browser.
 */
function comesFromThisMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket
  if (!isLocalName(remoteAddress.replace(/^::ffff:/i, '')) || !isLocalName(hostname ?? '')) return false
  // nginx with its default settings adds no header and sends this machine as the host, but is the only client with
  // HTTP/1.0.
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => proxyHeader.test(name))) return false
  return headers.origin === undefined || isLocalName(URL.parse(headers.origin)?.hostname ?? '')
}

const proxyHeader =
  /^(forwarded|via|x-forwarded|x-forwarded-.+|x-real-ip|x-original-.+|x-envoy-.+|(x|true|x-cluster|fastly)-client-ip|cf-.+|cdn-loop|x-amzn-.+|x-azure-.+|x-appengine-.+)$/

const isLocalName = (name: string): boolean =>
  /^(localhost|.+\.localhost|::1|\[::1\])$/i.test(name) || (isIPv4(name) && name.startsWith('127.'))
