import { ApiFailure } from '../../api/api-failure.ts'
import { openChatStream } from '../../api/chat-api.ts'
import type { ServerEvent } from '../state/server-event.ts'
import { type EventQueue, SILENCE_MS } from './event-queue.ts'
import { createEventStreamParser, type StreamedEvent } from './event-stream-parser.ts'
import { watchSilence } from './silence-watch.ts'

/** The server writes its first bytes at once. */
const OPENING_MS = 5000

/** A stream that is over although the queue is not. */
export class StreamLost extends Error {
  /** It did not end: nothing came for too long. */
  readonly isSilent: boolean

  constructor(isSilent: boolean) {
    super(isSilent ? 'The event stream is silent' : 'The event stream was cut')
    this.isSilent = isSilent
  }
}

/** The events of a queue over one response that stays open. The first list is empty: the stream is open. Ends by throwing. */
export async function* streamEvents(
  { id, lastEventId }: EventQueue,
  signal: AbortSignal,
): AsyncGenerator<readonly ServerEvent[], never> {
  const watch = watchSilence(OPENING_MS)
  const done = new AbortController()
  try {
    const body = await openChatStream(
      'GET /events/stream',
      { queue_id: id, last_event_id: lastEventId },
      { signal: AbortSignal.any([signal, watch.signal, done.signal]) },
    )
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
    // What reading throws when a connection breaks.
    throw error instanceof TypeError ? new StreamLost(false) : error
  } finally {
    watch.stop()
    done.abort()
  }
}

const eventOf = ({ data }: StreamedEvent) => JSON.parse(data) as ServerEvent

/** The end that the server states, as the error that a poll would get. docs/events.md lists the reasons. */
function endingOf({ data }: StreamedEvent): Error {
  const { reason, msg } = JSON.parse(data) as { reason: string; msg: string }
  switch (reason) {
    case 'signed_out':
    case 'account_deactivated':
      return new ApiFailure(msg, { status: 401 })
    case 'queue_gone':
    // No other tab has this queue, and nothing of this tab reads it but this. Should anything else do so, taking the
    // queue back would begin a fight: a new queue does not.
    case 'replaced':
      return new ApiFailure(msg, { status: 400, code: 'BAD_EVENT_QUEUE_ID' })
    default:
      return new StreamLost(false)
  }
}
