import type { Db } from '../../store/open.ts'
import {
  deletePluginValues,
  listPluginValues,
  type PluginStorageOwner,
  readPluginValue,
  writePluginValue,
} from '../../store/plugin/storage.ts'
import { PluginError, rpcCodes } from '../protocol/errors.ts'
import { objectOrUndefined } from '../protocol/untrusted-values.ts'

/** `storage/*`: values that a plugin stores with the server. Available at once, even before its manifest is. */
export async function answerStorageRequest(
  db: Db,
  owner: PluginStorageOwner,
  method: string,
  params: unknown,
): Promise<unknown> {
  const given = objectOrUndefined(params) ?? {}
  const now = Date.now()
  switch (method) {
    case 'storage/get': {
      const found = await readPluginValue(db, owner, nameOf(given), now)
      return { data: found?.data ?? null, ...expiry(found?.expiresAt) }
    }
    case 'storage/set': {
      const name = nameOf(given)
      if (!('data' in given)) throw invalidParams('missing field `data`')
      const size = Buffer.byteLength(JSON.stringify(given.data))
      if (size > MAX_BYTES) throw invalidParams(`the value has ${size} bytes, but the limit is ${MAX_BYTES}`)
      const entry = { name, data: given.data, expiresAt: expiresAtOf(given.expiresAt) }
      const isKept = await db.transaction((tx) => writePluginValue(tx, owner, entry, MAX_NAMES, now))
      if (!isKept) throw invalidParams(`there is room for ${MAX_NAMES} keys only`)
      return { success: true }
    }
    case 'storage/delete': {
      const gone = await db.transaction((tx) => deletePluginValues(tx, owner, nameOf(given), now))
      return { deleted: gone > 0 }
    }
    case 'storage/list': {
      const found = await listPluginValues(db, owner, now)
      const keys = found.map((one) => ({ key: one.name, ...expiry(one.expiresAt), updatedAt: iso(one.updatedAt) }))
      return { keys }
    }
    case 'storage/clear':
      return { deletedCount: await db.transaction((tx) => deletePluginValues(tx, owner, undefined, now)) }
    default:
      throw new PluginError(rpcCodes.methodNotFound, `There is no method ${method}.`)
  }
}

function nameOf({ key }: Record<string, unknown>): string {
  if (typeof key !== 'string') throw invalidParams('missing field `key`')
  if (key.length > 500 || key.includes('\u0000')) throw invalidParams('the key is too long')
  return key.toWellFormed()
}

function expiresAtOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw invalidParams('`expiresAt` is not a date')
  return at
}

const iso = (at: number) => new Date(at).toISOString()
const expiry = (at: number | null | undefined) => (at === null || at === undefined ? {} : { expiresAt: iso(at) })
const invalidParams = (why: string) => new PluginError(rpcCodes.invalidParams, `Invalid params: ${why}.`)

const MAX_BYTES = 1_048_576
const MAX_NAMES = 100
