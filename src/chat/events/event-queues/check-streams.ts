import type { Chat } from '../../chat.ts'

/** Sessions also end by time, of which no event tells. */
export async function checkStreams({ queues }: Chat): Promise<void> {
  for (const stream of [...queues.receivers('stream')]) await queues.check(stream)
}
