import { readValues } from './read-text.ts'

// As child.ts: one file. What cannot be read ends the process without an answer.
process.once('message', (bytes: Uint8Array) => {
  void readValues(bytes).then((findings) => process.send!(findings))
})
process.once('disconnect', () => process.exit(0))
process.send!('ready')
