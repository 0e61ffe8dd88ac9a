import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { checkedBytes, checkedHash, type Contents, DamagedContent, filesIn, hashOf } from './contents.ts'
import { checkedKey, type Files, isFileKey, newFileKey } from './files.ts'
import { randomToken } from '../base/tokens.ts'
import { writeFileWhole } from './write-file.ts'

/** Larger uploads are split into parts of this size, so that memory does not grow with the file. */
const partBytes = 8 * 1024 * 1024
const answerWithinMs = 60_000
/** A local copy fetched longer ago is no longer in use. */
const unusedMs = 7 * 24 * 3_600_000

/**
 * Files in an S3-compatible bucket: `https://KEY:SECRET@host/bucket?region=eu-central-1`. A local folder holds pending
 * uploads, and copies for readers that need to seek.
 */
export function bucketFiles(filesUrl: string, dataDir: string): Files {
  const bucket = openBucket(filesUrl)
  const folder = join(dataDir, 'files')
  const local = (key: string) => join(folder, `${checkedKey(key)}.copy`)
  return {
    async put(stream, key = newFileKey()) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `${checkedKey(key)}.part`)
      try {
        const written = await writeFileWhole(unfinished, stream)
        await upload(bucket, key, unfinished)
        return { key, ...written }
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    async localPath(key) {
      const path = local(key)
      if (existsSync(path)) return path
      const unfinished = `${path}.${randomToken().slice(0, 8)}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(await download(bucket, key), createWriteStream(unfinished, { mode: 0o600 }))
      await rename(unfinished, path)
      return path
    },
    read: (key) => download(bucket, checkedKey(key)),
    release: (key) => rm(local(key), { force: true }),
    async remove(key) {
      await rm(local(key), { force: true })
      // Remains of a killed process.
      await rm(join(folder, `${key}.part`), { force: true })
      await bucket.deleteObject(key)
    },
    async *list() {
      // Copies are fetched again when they are needed.
      for await (const { name, changedAt } of filesIn(folder))
        if (Date.now() - changedAt.getTime() > unusedMs) await rm(join(folder, name), { force: true })
      for await (const { name, changedAt } of objectsIn(bucket, ''))
        if (isFileKey(name)) yield { key: name, changedAt }
    },
    contents: bucketContents(bucket),
  }
}

/** Contents in the bucket under their own prefix; an object is stored completely or not at all. */
function bucketContents(bucket: S3mini): Contents {
  const beneath = 'documents/'
  const key = (sha256: string) => `${beneath}${checkedHash(sha256)}`
  return {
    async put(bytes) {
      const sha256 = hashOf(bytes)
      await bucket.putObject(key(sha256), Buffer.from(bytes), 'application/octet-stream')
      return sha256
    },
    async read(sha256) {
      const bytes = await bucket.getObjectArrayBuffer(key(sha256))
      if (!bytes) throw new DamagedContent(sha256)
      return checkedBytes(sha256, Buffer.from(bytes))
    },
    has: async (sha256) => (await bucket.objectExists(key(sha256))) === true,
    remove: async (sha256) => void (await bucket.deleteObject(key(sha256))),
    async *list() {
      for await (const { name, changedAt } of objectsIn(bucket, beneath))
        yield { sha256: checkedHash(name.slice(beneath.length)), changedAt }
    },
  }
}

async function* objectsIn(bucket: S3mini, beneath: string) {
  let next: string | undefined
  do {
    const page = await bucket.listObjectsPaged('/', beneath, 1000, next)
    for (const { Key, LastModified } of page?.objects ?? [])
      yield { name: Key, changedAt: new Date(LastModified) }
    next = page?.nextContinuationToken
  } while (next)
}

function openBucket(filesUrl: string): S3mini {
  const url = new URL(filesUrl)
  const endpoint = `${url.protocol === 's3:' ? 'https:' : url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`
  return new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint,
    region: url.searchParams.get('region') ?? 'auto',
    requestAbortTimeout: answerWithinMs,
  })
}

async function upload(bucket: S3mini, key: string, path: string): Promise<void> {
  const { size } = await stat(path)
  const file = await open(path, 'r')
  try {
    if (size <= partBytes) {
      await bucket.putObject(key, await file.readFile(), 'application/octet-stream')
      return
    }
    const uploadId = await bucket.getMultipartUploadId(key, 'application/octet-stream')
    try {
      const parts = []
      for (let start = 0, number = 1; start < size; start += partBytes, number++) {
        const buffer = Buffer.alloc(Math.min(partBytes, size - start))
        await file.read(buffer, 0, buffer.length, start)
        parts.push(await bucket.uploadPart(key, uploadId, buffer, number))
      }
      await bucket.completeMultipartUpload(key, uploadId, parts)
    } catch (error) {
      await bucket.abortMultipartUpload(key, uploadId)
      throw error
    }
  } finally {
    await file.close()
  }
}

async function download(bucket: S3mini, key: string): Promise<Readable> {
  const response = await bucket.getObjectResponse(key)
  if (!response?.body) throw new Error(`the bucket has no file ${key}`)
  return Readable.fromWeb(response.body as ReadableStream)
}
