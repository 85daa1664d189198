import { aMoment, type Roamer } from './roamer.ts'

const TOPIC = 'scheduled'

/** Messages scheduled for later; only their author writes them. */
export interface ScheduledLoad {
  schedule(texts: readonly string[], inSeconds: number): Promise<void>
  /** Until none of them waits any more. */
  untilSent(): Promise<void>
  /** What has become of them, in the order in which it was sent. */
  sent(): Promise<string[]>
}

export function createScheduledLoad(client: Roamer, stream: string): ScheduledLoad {
  const waiting = async (): Promise<unknown[]> =>
    (await client.insist('GET', '/api/v1/scheduled_messages')).body.scheduled_messages
  async function scheduleOne(content: string, inSeconds: number) {
    for (let late = 0; late < 5; late += 1) {
      const time = Math.floor(Date.now() / 1000) + inSeconds + late * 2
      const form = { type: 'stream', to: stream, topic: TOPIC, content, scheduled_delivery_timestamp: time }
      const { status, body } = await client.insist('POST', '/api/v1/scheduled_messages', { form })
      if (status === 200) return
      // A machine that is busy with other things may take longer than that.
      if (!/must be in the future/.test(body.msg)) throw new Error(JSON.stringify(body))
    }
    throw new Error(`${content} could not be scheduled`)
  }
  return {
    async schedule(texts, inSeconds) {
      await Promise.all(texts.map((text) => scheduleOne(text, inSeconds)))
    },
    async untilSent() {
      const until = Date.now() + 60_000
      while ((await waiting()).length > 0) {
        if (Date.now() > until) throw new Error('Scheduled messages are not sent')
        await aMoment()
      }
    },
    async sent() {
      const { body } = await client.insist('GET', '/api/v1/messages', {
        form: {
          anchor: 'newest',
          num_before: 1000,
          num_after: 0,
          apply_markdown: false,
          narrow: [{ operator: 'topic', operand: TOPIC }],
        },
      })
      return body.messages.map((message: { content: string }) => message.content)
    },
  }
}
