import { constants, openSync, write, writeSync } from 'node:fs'

/** How many bytes of log lines may wait for a slow reader. */
const MOST_WAITING_BYTES = 2 ** 18
const RETRY_MS = 50

export interface LogDestination {
  write(line: string): void
  /** lines that were given up because nobody read fast enough, since the process began */
  readonly dropped: number
}

/**
 * Standard error, without ever waiting for its reader: a full pipe, a stopped terminal or a hung collector must not hold
 * up requests. Lines wait in memory up to a limit; the lines beyond it are dropped and counted.
 */
export function openLogDestination(fd: number): LogDestination {
  const { target, attempt } = openWithoutBlocking(fd)
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  /** what could not be written of the last chunk */
  let rest: Buffer = Buffer.alloc(0)
  let isWriting = false
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function nextChunk(): Buffer {
    const chunk = rest.length > 0 ? rest : Buffer.from(waiting.join(''))
    if (rest.length === 0) {
      waiting = []
      waitingBytes = 0
    }
    return chunk
  }

  function writeOn(): void {
    if (isWriting || isClosed || (rest.length === 0 && waiting.length === 0)) return
    isWriting = true
    rest = nextChunk()
    attempt(target, rest, (error, written) => {
      isWriting = false
      if (!error) rest = rest.subarray(written)
      else if (error.code !== 'EAGAIN') isClosed = true
      if (error?.code === 'EAGAIN') retry ??= setTimeout(writeAgain, RETRY_MS).unref()
      else writeOn()
    })
  }

  function writeAgain(): void {
    retry = undefined
    writeOn()
  }

  process.on('exit', writeOn)

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (isClosed || waitingBytes + bytes > MOST_WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += bytes
      if (!retry) writeOn()
    },
    get dropped() {
      return dropped
    },
  }
}

type Attempt = (
  fd: number,
  bytes: Buffer,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void

/**
 * Opened anew, so that only our own writes return at once; others who share the descriptor notice nothing. Sockets, such
 * as the one to the journal of systemd, cannot be opened anew: there one thread of Node's pool waits for the reader.
 */
function openWithoutBlocking(fd: number): { target: number; attempt: Attempt } {
  try {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOCTTY
    return { target: openSync(`/proc/self/fd/${fd}`, flags), attempt: writeAtOnce }
  } catch {
    return { target: fd, attempt: write }
  }
}

const writeAtOnce: Attempt = (fd, bytes, done) => {
  let written: number
  try {
    written = writeSync(fd, bytes)
  } catch (error) {
    done(error as NodeJS.ErrnoException, 0)
    return
  }
  done(null, written)
}
