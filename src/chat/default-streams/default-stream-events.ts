import type { Stream } from '../streams/stream.ts'
import { viewStream } from '../streams/stream-view.ts'

/** The whole list, to everybody who could be in them; guests join no stream by themselves. */
export function defaultStreamsChanged(streams: readonly Stream[]) {
  return {
    type: 'default_streams',
    audience: { role: 'members' as const },
    payload: { default_streams: streams.map(viewStream) },
  }
}
