import { afterEach, beforeEach, expect, test } from 'vitest'
import { type S3Server, s3Keys, startS3Server } from '../../test/fixtures/s3-server.ts'
import { openS3Bucket } from './s3-bucket.ts'
import { openS3PictureStore, openS3ThumbnailStore } from './s3-stores.ts'
import { canonicalQuery, signS3Request } from './sign-s3-request.ts'

let s3: S3Server
beforeEach(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.close())

const bytes = (text: string) => new TextEncoder().encode(text)
const open = (more: object = {}) =>
  openS3Bucket({ url: s3.url, prefix: 'my library (1)/', region: 'eu-west-1', maxMs: 2000, ...s3Keys, ...more })

test('requests are signed as the service’s own example is', () => {
  // "GET Bucket (List Objects)" in the documentation of the signature.
  const url = new URL(`https://examplebucket.s3.amazonaws.com/?${canonicalQuery({ prefix: 'J', 'max-keys': '2' })}`)
  const signer = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const { authorization } = signS3Request(signer, { method: 'GET', url }, new Date('2013-05-24T00:00:00Z'))
  expect(authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

test('a file is put, found by another server, listed and removed', async () => {
  const [one, two] = [open(), open()]
  for (const name of ['a/1', 'a/2', 'a/3 & 4', 'b/1']) await one.put(name, bytes(name))
  expect(await two.get('a/3 & 4')).toEqual(bytes('a/3 & 4'))
  expect(await Array.fromAsync(two.list('a/'))).toEqual(['a/1', 'a/2', 'a/3 & 4'])
  await two.remove('a/1')
  await two.remove('a/1')
  expect(await one.get('a/1')).toBeUndefined()
  expect([...s3.files.keys()]).toEqual(['my library (1)/a/2', 'my library (1)/a/3 & 4', 'my library (1)/b/1'])
})

test('a refused request says why, and a missing bucket is not taken for a missing file', async () => {
  const wrong = open({ secretKey: 'not it' })
  await expect(wrong.get('a')).rejects.toThrow('the bucket refused GET: 403 SignatureDoesNotMatch No.')
  await expect(open({ url: s3.url.replace('books', 'nowhere') }).get('a')).rejects.toThrow('404 NoSuchBucket')
  await expect(open({ url: 'http://127.0.0.1:1/books' }).get('a')).rejects.toMatchObject({ code: 'EBUCKET' })
})

test('a request is retried while the service is busy', async () => {
  s3.fault = { status: 503, code: 'SlowDown', once: true }
  await open().put('a', bytes('a'))
  expect(s3.asked).toHaveLength(2)
  s3.fault = { status: 500, code: 'InternalError' }
  await expect(open().put('a', bytes('b'))).rejects.toThrow('500 InternalError')
  s3.fault = undefined
  expect(await open().get('a')).toEqual(bytes('a'))
})

test('while the bucket is unreachable no cover is lost or reported as missing', async () => {
  const pictures = openS3PictureStore(open())
  const thumbnails = openS3ThumbnailStore(open())
  const hash = await pictures.put(bytes('an uploaded picture'))
  s3.fault = { status: 403, code: 'AccessDenied' }
  await expect(pictures.put(bytes('another'))).rejects.toThrow('AccessDenied')
  await expect(pictures.find(hash)).rejects.toThrow('AccessDenied')
  await pictures.remove('0'.repeat(64))
  expect(await thumbnails.find('018f', 1)).toBeUndefined()
  // The bucket isn't contacted for every cover of a page.
  const asked = s3.asked.length
  expect(await thumbnails.find('018f', 1)).toBeUndefined()
  await thumbnails.remove('018f', 1)
  expect(s3.asked).toHaveLength(asked)
  s3.fault = undefined
  expect(await pictures.find(hash)).toEqual(bytes('an uploaded picture'))
  expect(await Array.fromAsync(pictures.all())).toEqual([bytes('an uploaded picture')])
})
