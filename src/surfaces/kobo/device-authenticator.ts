import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../catalog/access/is-same-secret.ts'
import { delegatedPermissions } from '../../catalog/access/key-permissions.ts'
import type { Permission } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import {
  changeKoboDevice,
  findKoboDeviceByBearer,
  findKoboDeviceByToken,
  findKoboDeviceByUid,
  type KoboDeviceRow,
  storeKoboBearerHash,
} from '../../store/kobo/devices.ts'
import { deviceTokenHabits } from '../../store/kobo/next-sync-step.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Authenticator } from '../authenticator.ts'
import { hashKoboDeviceToken } from '../kobo-device-token.ts'
import { openImportedKobos } from './imported-kobos.ts'
import { storeTokenOf } from './store-proxy.ts'

/** Authenticates this surface: the device by the token in its URL, and its owner with the device's rights. */
export interface KoboDeviceAuthenticator {
  authenticate(request: FastifyRequest): Promise<Viewer | undefined>
  /** By an access token, ours or one of the store that the device has sent us; undefined if it is unknown. */
  authenticateByAccessToken(request: FastifyRequest): Promise<Viewer | undefined>
  /** The device of an authenticated request. */
  of(viewer: Viewer): KoboDeviceRow
  accessTokenFor(device: KoboDeviceRow): string
}

export function openKoboDeviceAuthenticator(
  db: Db,
  authenticator: Authenticator,
  secret: string,
): KoboDeviceAuthenticator {
  const devices = new WeakMap<Viewer, KoboDeviceRow>()
  const imported = openImportedKobos(db, authenticator)
  // A device sends the same one with each of dozens of requests: it is stored once.
  const lastBearer = new Map<number, string>()
  const hashBearer = (bearer: string) => createHmac('sha256', secret).update(`kobo store ${bearer}`).digest('hex')

  /** A device that stays signed in to the store sends that token at the site root too, where no URL identifies it. */
  async function learnBearer(device: KoboDeviceRow, request: FastifyRequest): Promise<void> {
    const bearer = storeTokenOf(request)
    const hash = bearer && hashBearer(bearer)
    if (!hash || lastBearer.get(device.id) === hash) return
    await db.transaction((tx) => storeKoboBearerHash(tx, device.id, hash, Date.now()))
    if (lastBearer.size >= MAX_DEVICES) lastBearer.clear()
    lastBearer.set(device.id, hash)
  }

  const sign = (uid: string) => createHmac('sha256', secret).update(`kobo ${uid}`).digest('base64url')

  async function admit(device: KoboDeviceRow | undefined, request: FastifyRequest): Promise<Viewer | undefined> {
    const owner = device && (await authenticator.viewers.ofUser(device.user_id, 'key'))
    if (!device || !owner) return undefined
    const key = device.api_key_id === null ? undefined : await imported.keyOf(device.api_key_id)
    if (device.api_key_id !== null && !key) return undefined
    // Nothing else, whatever its owner may do.
    const mayDo = (permission: Permission) =>
      owner.permissions.has(permission) && (!key || key.permissions.includes(permission))
    const permissions = new Set(delegatedPermissions.filter(mayDo))
    const viewer: Viewer = { ...owner, permissions }
    devices.set(viewer, await noteSeen(db, device, request))
    return viewer
  }

  return {
    async authenticate(request) {
      const token = /^\/kobo\/([\w-]{1,200})(?:[/?]|$)/.exec(request.url)?.[1]
      if (!token) return undefined
      const known = await findKoboDeviceByToken(db, hashKoboDeviceToken(token))
      const viewer = await admit(known ?? (await imported.addDevice(token)), request)
      if (!viewer) throw problem('unauthorized', 'This device is not registered. Add it again in the settings.')
      await learnBearer(devices.get(viewer)!, request)
      return viewer
    },
    async authenticateByAccessToken(request) {
      const [, uid = '', signature = ''] =
        /^Bearer ([\da-f-]{36})\.([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? []
      const bytes = parseUid(uid)
      const bearer = storeTokenOf(request)
      if (bearer) return admit(await findKoboDeviceByBearer(db, hashBearer(bearer)), request)
      if (!bytes || !isSameSecret(sign(uid), signature)) return undefined
      return admit(await findKoboDeviceByUid(db, bytes), request)
    },
    of(viewer) {
      const device = devices.get(viewer)
      if (!device) throw problem('unauthorized', 'This address is for Kobo devices only.')
      return device
    },
    accessTokenFor(device) {
      const uid = bytesToUuid(device.uid)
      return `${uid}.${sign(uid)}`
    },
  }
}

/** Beyond this number, tokens are stored again. */
const MAX_DEVICES = 10_000

/** Model and firmware as the device sends them, stored at most once a minute. */
async function noteSeen(db: Db, device: KoboDeviceRow, { headers }: FastifyRequest): Promise<KoboDeviceRow> {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : null)
  const [, product, version] = /\((Kobo Touch [^/)]+)\/([^)]+)\)/.exec(String(headers['user-agent'] ?? '')) ?? []
  const model = text(headers['x-kobo-devicemodel']) ?? text(product) ?? device.model
  const firmware = text(headers['x-kobo-appversion']) ?? text(version) ?? device.firmware
  const now = Date.now()
  if (
    device.last_seen_at &&
    now - device.last_seen_at < 60_000 &&
    model === device.model &&
    firmware === device.firmware
  ) {
    return device
  }
  // Another firmware may handle tokens differently.
  const habit = firmware === device.firmware ? device.token_habit : deviceTokenHabits.unknown
  const changes = { model, firmware, token_habit: habit, last_seen_at: now }
  await db.transaction((tx) => changeKoboDevice(tx, device.id, changes))
  return { ...device, ...changes }
}
