import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  accessKey: string
  secretKey: string
  region: string
}

/**
 * Headers that authenticate a request to an S3-compatible service (AWS Signature Version 4, in the Authorization
 * header).
 */
export function signS3Request(
  { accessKey, secretKey, region }: S3Credentials,
  { method, url, body }: { method: string; url: URL; body?: Uint8Array },
  now = new Date(),
): Record<string, string> {
  const time = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const day = time.slice(0, 8)
  const headers = { 'x-amz-content-sha256': sha256(body ?? ''), 'x-amz-date': time }
  const names = 'host;x-amz-content-sha256;x-amz-date'
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    `host:${url.host}`,
    `x-amz-content-sha256:${headers['x-amz-content-sha256']}`,
    `x-amz-date:${time}`,
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, text).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/**
 * In the form that the service uses to verify the signature: sorted, and with more characters escaped than in browsers.
 */
export function canonicalQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${escapeAll(name)}=${escapeAll(value)}`)
    .sort()
    .join('&')
}

export const escapeAll = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
