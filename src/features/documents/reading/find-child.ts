import { readValues } from './read-text.ts'

// As child.ts: one file, and gone. What cannot be read ends the process without an answer.
process.once('message', (bytes: Uint8Array) => {
  void readValues(bytes).then((findings) => process.send!(findings, () => process.exit(0)))
})
process.once('disconnect', () => process.exit(0))
process.send!('ready')
