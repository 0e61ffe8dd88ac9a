import { once } from 'node:events'
import { request } from 'node:http'
import { type Client, cookiesOf } from './app.ts'

export const boundary = 'a-boundary'

/** The part of an upload before the bytes of the file. */
export const headOfFile = (filename = 'a.pdf') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`

type Body = { first: string; piece: Buffer; most: number; length?: number | undefined }

/** Sends a body in pieces until an answer arrives; returns the answer and the bytes sent by then. */
export async function streamUpload(staff: Client, url: string, { first, piece, most, length }: Body) {
  const { cookie, csrf } = cookiesOf(staff.token)
  const call = request(url, {
    method: 'POST',
    headers: {
      cookie,
      'x-csrftoken': csrf,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
  })
  let answer: { status: number; body: string } | undefined
  call.on('error', () => {})
  call.on('response', (response) => {
    let body = ''
    response.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    response.on('end', () => void (answer = { status: response.statusCode!, body }))
  })
  call.write(first)
  let sent = 0
  while (!answer && sent < most) {
    if (!call.write(piece))
      await Promise.race([once(call, 'drain'), new Promise((tick) => setTimeout(tick, 20))])
    sent += piece.length
    await new Promise((tick) => setImmediate(tick))
  }
  for (let wait = 0; !answer && wait < 200; wait++) await new Promise((tick) => setTimeout(tick, 20))
  call.destroy()
  return { ...answer!, sent }
}
