import { ApiError } from './api-error.ts'
import type { ChatEvent } from './chat-event.ts'
import type { Chat } from './connect-chat.ts'
import { type EventQueue, SILENCE_MS } from './event-queue.ts'
import { linkAbort } from './link-abort.ts'

const INTERVAL_MS = 1000

/** The server sends its first bytes immediately. */
const OPENING_MS = 5000

/** The stream ended, but the queue still exists. */
export class StreamLost extends Error {
  /** The stream did not end, but was silent for too long. */
  readonly isSilent: boolean

  constructor(isSilent: boolean) {
    super(isSilent ? 'The event stream is silent' : 'The event stream was cut')
    this.isSilent = isSilent
  }
}

/** The events of a queue over one response that stays open. The first list is empty: the stream is open. Ends by throwing. */
export async function* streamEvents(
  chat: Chat,
  { id, lastEventId }: EventQueue,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatEvent[], never> {
  const watch = watchSilence(OPENING_MS)
  const done = new AbortController()
  const linked = linkAbort(signal, watch.signal, done.signal)
  try {
    const body = await chat.openEventStream({ queue_id: id, last_event_id: lastEventId }, linked.signal)
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const parse = createEventStreamParser()
    let isOpen = false
    for (;;) {
      const chunk = await reader.read()
      if (chunk.done) throw new StreamLost(false)
      watch.heard(SILENCE_MS)
      const streamed = parse(decoder.decode(chunk.value, { stream: true }))
      const events = streamed.filter(({ type }) => type === 'message').map(eventOf)
      if (!isOpen || events.length > 0) yield events
      isOpen = true
      const end = streamed.find(({ type }) => type === 'end')
      if (end) throw endingOf(end)
    }
  } catch (error) {
    if (watch.signal.aborted) throw new StreamLost(true)
    // Thrown by the reader when the connection breaks.
    throw error instanceof TypeError ? new StreamLost(false) : error
  } finally {
    watch.stop()
    done.abort()
    linked.release()
  }
}

const eventOf = ({ data }: StreamedEvent) => JSON.parse(data) as ChatEvent

/** The end that the server states, as the error that a poll would get. docs/events.md lists the reasons. */
function endingOf({ data }: StreamedEvent): Error {
  const { reason, msg } = JSON.parse(data) as { reason: string; msg: string }
  switch (reason) {
    case 'signed_out':
    case 'account_deactivated':
      return new ApiError(msg, { status: 401 })
    case 'queue_gone':
    // Nothing else should read this queue. If something does, taking it back would make the two readers evict each
    // other forever, so register a new queue instead.
    case 'replaced':
      return new ApiError(msg, { status: 400, code: 'BAD_EVENT_QUEUE_ID' })
    default:
      return new StreamLost(false)
  }
}

interface SilenceWatch {
  /** Aborts after too long a silence. */
  readonly signal: AbortSignal
  /** Call when data arrives. From now on, this much silence is allowed. */
  heard(allowedMs: number): void
  stop(): void
}

/**
 * Detects a silent connection. It compares wall-clock times, because timers pause while a computer sleeps: a lost
 * connection is detected within seconds of waking up. Setting the clock back also counts as silence.
 */
function watchSilence(allowedMs: number): SilenceWatch {
  const abort = new AbortController()
  let allowed = allowedMs
  let heardAt = Date.now()
  const timer = setInterval(() => {
    if (Math.abs(Date.now() - heardAt) > allowed) abort.abort()
  }, INTERVAL_MS)
  return {
    signal: abort.signal,
    heard(nowAllowed) {
      allowed = nowAllowed
      heardAt = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}

/** An event of a `text/event-stream`. Its id is left out: our events carry theirs in the data. */
interface StreamedEvent {
  type: string
  data: string
}

/**
 * Parses a `text/event-stream` as the HTML standard defines it. Takes the text in chunks of any size and returns the
 * events that each chunk completes.
 */
export function createEventStreamParser(): (chunk: string) => StreamedEvent[] {
  let rest = ''
  let type = ''
  let data: string[] = []

  function readLine(line: string): StreamedEvent | undefined {
    if (line === '') {
      const event = data.length > 0 ? { type: type || 'message', data: data.join('\n') } : undefined
      type = ''
      data = []
      return event
    }
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (name === 'event') type = value ?? ''
    if (name === 'data') data.push(value ?? '')
    return undefined
  }

  return (chunk) => {
    // A \r at the end may be the first half of a line ending, so it waits for the next chunk.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    return lines.map(readLine).filter((event) => event !== undefined)
  }
}
