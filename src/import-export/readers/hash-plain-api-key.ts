import { createHash } from 'node:crypto'
import type { ApiKeyRecord } from '../user-records.ts'

/** A key that the other server stored in plain text: only its hash is imported. */
export function plainApiKeyRecord(text: string): Pick<ApiKeyRecord, 'scheme' | 'lookup' | 'verifier'> {
  const verifier = createHash('sha512').update(text).digest('hex')
  return { scheme: 'sha512', lookup: verifier.slice(0, 16), verifier }
}
