import { HttpConnection, requestText } from './connection.ts'
import { addMessages } from './fill-chat.ts'
import { Latencies } from './latencies.ts'
import { makePlace, streamNamed } from './places.ts'
import { step } from './progress.ts'
import { reportTable } from './report.ts'
import { pause, startSwitchboard } from './servers.ts'

const INTERVAL_MS = 10
const narrow = encodeURIComponent(
  '[{"operator":"stream","operand":"test"},{"operator":"topic","operand":"long"}]',
)

/** How long do sends take while a long topic moves? */
export async function benchMove(isSmoke: boolean): Promise<void> {
  const messages = isSmoke ? 1000 : 100_000
  const place = await makePlace(async (chat, demo) => {
    const stream = await streamNamed(chat, demo.realm.id, 'test')
    await addMessages(chat, demo.realm.id, messages, (index) => ({
      stream,
      senderId: demo.people.ada.id,
      topic: 'long',
      content: `Number ${index} of the quick brown foxes that jump over the lazy dog`,
    }))
  })
  const server = await startSwitchboard(place.dataDir)
  const [mover, sender] = [new HttpConnection(server.port), new HttpConnection(server.port)]
  const headers = { authorization: place.authorization.ada! }
  const send = requestText({
    method: 'POST',
    path: '/api/v1/messages',
    headers: { authorization: place.authorization.ben! },
    body: 'type=stream&to=test&topic=meanwhile&content=Hello',
  })
  const listTopic = async (connection: HttpConnection) => {
    const path = `/api/v1/messages?anchor=newest&num_before=1&num_after=0&narrow=${narrow}`
    const { body } = await connection.ask(requestText({ path, headers }))
    return (JSON.parse(body) as { messages: { id: number }[] }).messages
  }
  const newest = (await listTopic(mover)).at(-1)!.id
  const body = 'topic=moved&propagate_mode=change_all'
  const move = requestText({ method: 'PATCH', path: `/api/v1/messages/${newest}`, headers, body })
  await sender.ask(send)
  step(`moving ${messages.toLocaleString('en')} messages`)
  const latencies = new Latencies()
  const began = performance.now()
  let isAnswered = false
  const moving = mover.ask(move).then(({ status, body: response }) => {
    if (status !== 200) throw new Error(`The move was refused: ${response}`)
    isAnswered = true
  })
  while (!isAnswered || (await listTopic(sender)).length > 0) {
    const sentAt = performance.now()
    await sender.ask(send)
    latencies.add(performance.now() - sentAt)
    await pause(INTERVAL_MS)
  }
  await moving
  const seconds = (performance.now() - began) / 1000
  const { count, p50, p99, longest } = latencies.summary()
  reportTable({
    title: 'Sends while a topic moves (SQLite)',
    head: ['messages', 'moved within', 'sends meanwhile', 'p50', 'p99', 'longest'],
    rows: [
      [
        messages.toLocaleString('en'),
        `${seconds.toFixed(1)} s`,
        String(count),
        ...[p50, p99, longest].map((ms) => `${ms.toFixed(1)} ms`),
      ],
    ],
  })
  for (const connection of [mover, sender]) connection.close()
  await server.stop()
  place.remove()
}
