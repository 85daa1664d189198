import type { Events } from '../events.ts'

/** Sessions also end by time, of which no event tells. */
export async function checkStreams({ queues }: Events): Promise<void> {
  for (const stream of [...queues.receivers('stream')]) await queues.check(stream)
}
