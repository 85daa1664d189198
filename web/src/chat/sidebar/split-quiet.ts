import type { Subscription } from '../state/chat-state.ts'

/** Up to this many streams are all shown. */
const FEW = 15

export const isLongList = (streams: readonly Subscription[]): boolean => streams.length > FEW

/** A long list begins with the active streams; the others are one click away. */
export function splitQuiet(
  streams: readonly Subscription[],
  isActive: (streamId: number) => boolean,
): { active: readonly Subscription[]; quiet: readonly Subscription[] } {
  if (!isLongList(streams)) return { active: streams, quiet: [] }
  return {
    active: streams.filter(({ stream_id: id }) => isActive(id)),
    quiet: streams.filter(({ stream_id: id }) => !isActive(id)),
  }
}
