import { createHash } from 'node:crypto'
import type { ApiKeyRecord } from '../user-records.ts'

/** A key that the other server kept as it is: of ours only its hash goes on. */
export function plainApiKeyRecord(text: string): Pick<ApiKeyRecord, 'scheme' | 'lookup' | 'verifier'> {
  const verifier = createHash('sha512').update(text).digest('hex')
  return { scheme: 'sha512', lookup: verifier.slice(0, 16), verifier }
}
