import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../base/processes.ts'

/** A mail that a mail server accepted: its row, Message-ID, attempt number, time, and the server's reply. */
export type HandedOverMail = { id: number; message_id: string; attempt: number; at: string; answer: string }

/**
 * A file of mails that servers accepted, until the database records them: writing a file is fast, the database may be
 * busy.
 */
export type HandoverJournal = {
  /** Writes a note that survives `kill -9` once this returns. */
  keep: (note: HandedOverMail) => void
  /** Notes not yet forgotten, including those of ended processes. */
  left: () => HandedOverMail[]
  /** Forgets the notes of this process and of ended ones. */
  forget: () => void
  close: () => void
}

/** The notes in a folder of the data directory, made with the first one; each process writes a file of its own. */
export function openHandoverJournal(dataDir: string, pid = process.pid): HandoverJournal {
  const folder = join(dataDir, 'handed-over')
  const pathOf = (owner: number) => join(folder, `${owner}.jsonl`)
  const owners = () =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((name) => (/^\d+\.jsonl$/.test(name) ? [Number.parseInt(name)] : []))
      : []
  let own: number | undefined
  // Looks for notes of earlier processes once; afterwards only `keep` adds notes.
  let mayHaveLeft = true
  let ended: number[] = []
  return {
    keep(note) {
      if (own === undefined) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        own = openSync(pathOf(pid), 'a', 0o600)
      }
      mayHaveLeft = true
      writeSync(own, `${JSON.stringify(note)}\n`)
    },
    left() {
      if (!mayHaveLeft) return []
      const found = owners()
      // Checked before reading: a process that ends during the read may have written more than was seen.
      ended = found.filter((owner) => owner !== pid && !isAlive(owner))
      return found.flatMap((owner) => notesIn(readFileSync(pathOf(owner), 'utf8')))
    },
    forget() {
      if (!mayHaveLeft) return
      mayHaveLeft = false
      for (const owner of ended) rmSync(pathOf(owner), { force: true })
      if (existsSync(pathOf(pid))) truncateSync(pathOf(pid))
    },
    close() {
      if (own !== undefined) closeSync(own)
      own = undefined
    },
  }
}

// A full disk leaves half a line: that mail is sent again under the same Message-ID.
function notesIn(text: string): HandedOverMail[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as HandedOverMail]
    } catch {
      return []
    }
  })
}
