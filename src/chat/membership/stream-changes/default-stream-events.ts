import type { NewChatEvent } from '../../chat-event-map.ts'
import type { Stream } from '../../streams/stream.ts'
import { type StreamView, viewStream } from '../../streams/stream-events.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    default_streams: { default_streams: readonly StreamView[] }
  }
}

/** The whole list, sent to everybody except guests, who cannot join streams by themselves. */
export function defaultStreamsChanged(streams: readonly Stream[]): NewChatEvent<'default_streams'> {
  return {
    type: 'default_streams',
    audience: { role: 'members' },
    payload: { default_streams: streams.map(viewStream) },
  }
}
