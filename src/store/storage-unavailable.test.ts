import { expect, test } from 'vitest'
import { storageUnavailableReasonOf } from './storage-unavailable.ts'

const failing = (message: string, more: object = {}) =>
  storageUnavailableReasonOf(Object.assign(new Error(message), more))

test('an unreachable database, a full disk, a stuck lock and a read-only database are distinguished from bugs', () => {
  expect(failing('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })).toBe('database')
  expect(failing('terminating connection due to administrator command', { code: '57P01' })).toBe('database')
  expect(failing('Connection terminated unexpectedly')).toBe('database')
  expect(failing('Query read timeout')).toBe('database')
  expect(failing('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 })).toBe('disk')
  expect(failing('ENOSPC: no space left on device, write', { code: 'ENOSPC' })).toBe('disk')
  expect(failing('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 })).toBe('busy')
  expect(failing('attempt to write a readonly database', { code: 'ERR_SQLITE_ERROR', errcode: 1032 })).toBe('read-only')
  expect(failing('cannot execute INSERT in a read-only transaction', { code: '25006' })).toBe('read-only')
  expect(failing('UNIQUE constraint failed: user.name', { code: 'ERR_SQLITE_ERROR', errcode: 2067 })).toBeUndefined()
  expect(failing('column "x" does not exist', { code: '42703' })).toBeUndefined()
  expect(storageUnavailableReasonOf('no error at all')).toBeUndefined()
})
