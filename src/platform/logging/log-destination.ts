import { constants, openSync, write, writeSync } from 'node:fs'

/** How many bytes of log lines may wait for a slow reader. */
const MAX_WAITING_BYTES = 2 ** 18
const RETRY_MS = 50

export interface LogDestination {
  write(line: string): void
  /** lines dropped since the process started because nobody read fast enough */
  readonly dropped: number
}

/**
 * Writes to standard error without ever waiting for its reader: a full pipe, a stopped terminal or a hung collector
 * must not block requests. Lines wait in memory up to a limit; lines beyond it are dropped and counted.
 */
export function openLogDestination(fd: number): LogDestination {
  const { target, attempt } = openWithoutBlocking(fd)
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  /** the unwritten rest of the last chunk */
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

  function flush(): void {
    if (isWriting || isClosed || (rest.length === 0 && waiting.length === 0)) return
    isWriting = true
    rest = nextChunk()
    attempt(target, rest, (error, written) => {
      isWriting = false
      if (!error) rest = rest.subarray(written)
      else if (error.code !== 'EAGAIN') isClosed = true
      if (error?.code === 'EAGAIN') retry ??= setTimeout(retryFlush, RETRY_MS).unref()
      else flush()
    })
  }

  function retryFlush(): void {
    retry = undefined
    flush()
  }

  process.on('exit', flush)

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (isClosed || waitingBytes + bytes > MAX_WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += bytes
      if (!retry) flush()
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
 * Opens the descriptor again, so that only our own writes are non-blocking; others that share it are not affected.
 * Sockets, such as the one to systemd's journal, cannot be reopened: there a thread of Node's pool waits for the
 * reader.
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
