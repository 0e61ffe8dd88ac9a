import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DamagedContent } from './contents.ts'
import { bucketFiles } from './s3.ts'
import { type Files, folderFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'almoner-files-test-'))
let bucket: Awaited<ReturnType<typeof bucketServer>>
beforeAll(async () => void (bucket = await bucketServer()))
afterAll(() => {
  bucket.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores: [string, () => Files][] = [
  ['a folder', () => folderFiles(join(folder, 'a'))],
  [
    'a bucket',
    () => bucketFiles(`http://key:s%2Fcret@127.0.0.1:${bucket.port}/files?region=test`, join(folder, 'b')),
  ],
]

describe.each(stores)('files in %s', (_, open) => {
  test.each([
    ['small', 1000],
    ['larger than one part', 20_000_001],
  ])('a %s file is returned as it was stored', async (_name, size) => {
    const files = open()
    const content = randomBytes(size)
    const stored = await files.put(Readable.from([content.subarray(0, 700), content.subarray(700)]))
    expect(stored.size).toBe(size)
    expect((await buffer(await files.read(stored.key))).equals(content)).toBe(true)
    expect((await readFile(await files.localPath(stored.key))).equals(content)).toBe(true)
    await files.remove(stored.key)
    await expect(files.read(stored.key).then(buffer)).rejects.toThrow()
  })

  test('an interrupted upload leaves no file', async () => {
    const files = open()
    async function* broken() {
      yield Buffer.from('half')
      throw new Error('cut')
    }
    await expect(files.put(broken())).rejects.toThrow('cut')
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('.part'),
    )
    expect([left, bucket.objects.size]).toEqual([[], 0])
  })

  test('the list holds the keys of stored files only', async () => {
    const files = open()
    const [one, other] = [await files.put(Readable.from(['one'])), await files.put(Readable.from(['other']))]
    const sha256 = await files.contents.put(Buffer.from('a document'))
    await files.localPath(one.key)
    const listed = await Array.fromAsync(files.list())
    expect(listed.map(({ key }) => key).toSorted()).toEqual([one.key, other.key].toSorted())
    expect(Math.abs(listed[0]!.changedAt.getTime() - Date.now())).toBeLessThan(60_000)
    await Promise.all([one, other].map(({ key }) => files.remove(key)))
    expect(await Array.fromAsync(files.list())).toEqual([])
    await files.contents.remove(sha256)
  })

  test('contents are stored once under their hash and returned unchanged', async () => {
    const { contents } = open()
    const [bytes, other] = [randomBytes(5000), randomBytes(10)]
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const hashes = await Promise.all([contents.put(bytes), contents.put(bytes), contents.put(other)])
    expect(hashes.slice(0, 2)).toEqual([sha256, sha256])
    expect((await contents.read(sha256)).equals(bytes)).toBe(true)
    const listed = await Array.fromAsync(contents.list())
    expect(listed.map((one) => one.sha256).toSorted()).toEqual([...new Set(hashes)].toSorted())
    expect(Math.abs(listed[0]!.changedAt.getTime() - Date.now())).toBeLessThan(60_000)
    await Promise.all(hashes.map((hash) => contents.remove(hash)))
    expect(await contents.has(sha256)).toBe(false)
    await expect(contents.read(sha256)).rejects.toThrow(DamagedContent)
    await expect(async () => contents.read('../../etc/passwd')).rejects.toThrow('not a hash')
  })

  test('a key from outside is never used as a path', async () => {
    await expect(async () => open().read('../../etc/passwd')).rejects.toThrow('not a file key')
  })
})

/** The subset of S3 that the store uses, in memory; refuses unsigned requests. */
async function bucketServer(): Promise<{ server: Server; port: number; objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body = '', headers = {} }) =>
      response.writeHead(status, headers).end(body),
    )
  })
  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body?: string | Buffer; headers?: Record<string, string> }> {
    const url = new URL(request.url!, 'http://bucket')
    const body = await buffer(request)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return { status: 403 }
    const key = url.pathname.replace('/files/', '')
    const uploadId = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      uploads.set('u1', new Map())
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><Bucket>files</Bucket><Key>${key}</Key><UploadId>u1</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (request.method === 'PUT' && uploadId) {
      uploads.get(uploadId)!.set(Number(url.searchParams.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${url.searchParams.get('partNumber')}"` } }
    }
    if (request.method === 'POST' && uploadId) {
      const parts = [...uploads.get(uploadId)!].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(key, Buffer.concat(parts))
      return {
        status: 200,
        body: `<CompleteMultipartUploadResult><Bucket>files</Bucket><Key>${key}</Key><ETag>"e"</ETag></CompleteMultipartUploadResult>`,
      }
    }
    if (request.method === 'GET' && url.searchParams.has('list-type')) {
      const beneath = url.searchParams.get('prefix') ?? ''
      const found = [...objects.keys()].filter((one) => one.startsWith(beneath))
      const entries = found.map(
        (one) =>
          `<Contents><Key>${one}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>1</Size></Contents>`,
      )
      return {
        status: 200,
        body: `<ListBucketResult><Name>files</Name><KeyCount>${found.length}</KeyCount><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`,
      }
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return { status: 200, headers: { etag: '"e"' } }
    }
    if (request.method === 'DELETE') return { status: objects.delete(key) ? 204 : 204 }
    const found = objects.get(key)
    return found ? { status: 200, body: found } : { status: 404 }
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { server, port: (server.address() as AddressInfo).port, objects }
}
