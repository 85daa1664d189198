import type { Visibility } from '../narrows/visibility.ts'
import { type FlagReader, flagReaderOf } from '../read-state/flag-reader.ts'
import type { Flags } from '../read-state/reader-flags.ts'
import { type MessageBlock, READ, UNREAD } from './message-block.ts'
import type { Span } from './walk-blocks.ts'

/** The messages of a page with the reader's flags: as few pieces as there are changes of flags. */
export function writeSpans(spans: readonly Span[], visibility: Visibility, flags: Flags): Buffer[] {
  const pieces: Buffer[] = []
  const readFlags = flagReaderOf(flags)
  for (const { block, start, end, isReceived } of spans) {
    if (block.everyone.size > 0 || !isReceived) {
      writeOneByOne(pieces, block, start, end, visibility, readFlags)
      continue
    }
    // Plain stretches between the messages that have flags of their own.
    let since = start
    while (since < end) {
      const special = block.indexOf(flags.nextFrom(block.ids[since]!))
      if (special > since) writePlain(pieces, block, since, Math.min(special, end), flags)
      if (special < end) writeOneByOne(pieces, block, special, special + 1, visibility, readFlags)
      since = special + 1
    }
  }
  // Each message begins with a comma.
  if (pieces.length > 0) pieces[0] = pieces[0]!.subarray(1)
  return pieces
}

/** All received, and nothing but read or unread. */
function writePlain(
  pieces: Buffer[],
  block: MessageBlock,
  start: number,
  end: number,
  { state }: Flags,
): void {
  const { ids, streamIds, topics, streams } = block
  const everything = state.readUntil(null)
  let since = Math.min(end, Math.max(start, block.indexOf(everything + 1)))
  if (start < since) block.write(pieces, start, since, READ)
  if (since === end) return
  if (!streams.some((id) => state.hasMarksIn(id))) {
    block.write(pieces, since, end, UNREAD)
    return
  }
  let isRead = false
  for (let index = since; index < end; index += 1) {
    const next = ids[index]! <= state.readUntil(streamIds[index]!, topics[index]!)
    if (next === isRead) continue
    if (since < index) block.write(pieces, since, index, isRead ? READ : UNREAD)
    since = index
    isRead = next
  }
  block.write(pieces, since, end, isRead ? READ : UNREAD)
}

function writeOneByOne(
  pieces: Buffer[],
  block: MessageBlock,
  start: number,
  end: number,
  visibility: Visibility,
  readFlags: FlagReader,
): void {
  let since = start
  let current = ''
  for (let index = start; index < end; index += 1) {
    const id = block.ids[index]!
    const received = visibility.hasReceived(id, block.recipientIds[index]!)
    const isForEveryone = block.everyone.has(id)
    const next = readFlags(id, block.streamIds[index]!, block.topics[index]!, isForEveryone, received)
    if (next === current) continue
    if (since < index) block.write(pieces, since, index, current)
    since = index
    current = next
  }
  block.write(pieces, since, end, current)
}
