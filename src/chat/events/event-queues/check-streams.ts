import type { Events } from '../events.ts'

/** Sessions also expire, which no event announces. */
export async function checkStreams({ queues }: Events): Promise<void> {
  for (const stream of [...queues.receivers('stream')]) await queues.check(stream)
}
