import type { Answer, ApiClient, Arguments } from './api-client.ts'

/** A queue of one person, read without waiting: each call gives what came since the one before. */
export interface Watch {
  queueId: string
  registered: Answer
  news(): Promise<Answer['body'][]>
}

/** `types` undefined: all of them. */
export async function watch(
  client: ApiClient,
  types: string[] | undefined,
  options: Arguments = {},
): Promise<Watch> {
  const registered = await client.post('/register', {
    event_types: types,
    fetch_event_types: [],
    ...options,
  })
  if (registered.status !== 200) throw new Error(`register answered ${JSON.stringify(registered.body)}`)
  const queueId: string = registered.body.queue_id
  let last: number = registered.body.last_event_id
  return {
    queueId,
    registered,
    async news() {
      const answer = await client.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true })
      if (answer.status !== 200) throw new Error(`events answered ${JSON.stringify(answer.body)}`)
      const { events } = answer.body
      last = events.at(-1)?.id ?? last
      return events
    },
  }
}
