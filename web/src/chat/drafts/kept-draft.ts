import type { Draft } from '../state/chat-state.ts'
import { type Destination, destinationKey } from '../state/destination.ts'

/** A message that was written but not sent. */
export interface KeptDraft {
  /** of this browser */
  id: string
  destination: Destination
  content: string
  /** UNIX seconds */
  timestamp: number
  /** undefined: the server does not have it */
  serverId?: number
  /** The server has another text, or none. */
  dirty: boolean
  /** The server has listed it: when it no longer does, it was deleted elsewhere. */
  listed: boolean
}

/** Merges the drafts of the server into the local ones. `gone`: deleted here, which the server may not know yet. */
export function mergeDrafts(
  kept: readonly KeptDraft[],
  server: readonly Draft[],
  gone: ReadonlySet<number>,
): readonly KeptDraft[] {
  const unclaimed = new Map(server.filter(({ id }) => !gone.has(id)).map((draft) => [draft.id, draft]))
  const claim = (draft: KeptDraft) => {
    const found =
      draft.serverId === undefined
        ? [...unclaimed.values()].find((one) => isSameText(draft, one))
        : unclaimed.get(draft.serverId)
    if (found) unclaimed.delete(found.id)
    return found
  }
  const merged = kept.flatMap((draft) => {
    const found = claim(draft)
    if (!found) return draft.listed && !draft.dirty ? [] : [draft]
    if (!draft.dirty || isSameText(draft, found)) return [{ ...ofServer(found), id: draft.id }]
    return [{ ...draft, serverId: found.id, listed: true }]
  })
  return [...merged, ...[...unclaimed.values()].map(ofServer)]
}

function ofServer(draft: Draft): KeptDraft {
  const { id: serverId, content, timestamp } = draft
  const destination = destinationOfDraft(draft)
  return { id: `server-${serverId}`, destination, content, timestamp, serverId, dirty: false, listed: true }
}

function destinationOfDraft({ type, to, topic }: Draft): Destination {
  return type === 'private'
    ? { kind: 'direct', userIds: to }
    : { kind: 'stream', streamId: type === 'stream' ? to[0] : undefined, topic }
}

function isSameText(draft: KeptDraft, other: Draft): boolean {
  const key = destinationKey(destinationOfDraft(other))
  return draft.content.trimEnd() === other.content && destinationKey(draft.destination) === key
}

/** As the server takes it. */
export function draftInput({ destination, content, timestamp }: KeptDraft): Omit<Draft, 'id'> {
  if (destination.kind === 'direct') {
    return { type: 'private', to: [...destination.userIds], topic: '', content, timestamp }
  }
  const { streamId, topic } = destination
  const to = streamId === undefined ? [] : [streamId]
  return { type: streamId === undefined ? '' : 'stream', to, topic, content, timestamp }
}
