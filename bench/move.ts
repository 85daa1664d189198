import { setTimeout as pause } from 'node:timers/promises'
import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import { loadStreamStore } from './built.ts'
import { addMessagesInBulk } from './bulk/add-messages.ts'
import { startSwitchboard } from './child-server.ts'
import { makePlace } from './place.ts'
import { step } from './progress.ts'
import { ask, RawConnection, requestText } from './raw-connection.ts'
import { reportTable } from './report.ts'

const EVERY_MS = 10

/** How long do others wait for their sends while a long topic moves? */
export async function benchMove(messages: number): Promise<void> {
  const place = await makePlace((chat, demo) => fill(chat, demo, messages))
  const server = await startSwitchboard(place.dataDir)
  const [mover, sender] = [connect(server.port), connect(server.port)]
  const send = requestText(
    'POST',
    '/api/v1/messages',
    place.authorization.ben!,
    'type=stream&to=test&topic=meanwhile&content=Hello',
  )
  const anchor = await newestIn(mover, place.authorization.ada!)
  const form = 'topic=moved&propagate_mode=change_all'
  const move = requestText('PATCH', `/api/v1/messages/${anchor}`, place.authorization.ada!, form)
  await ask(sender, send)
  step(`moving ${messages.toLocaleString('en')} messages`)
  const waits: number[] = []
  const began = performance.now()
  let isAnswered = false
  const moving = ask(mover, move).then(() => {
    isAnswered = true
  })
  while (!isAnswered || (await countIn(sender, place.authorization.ada!)) > 0) {
    const asked = performance.now()
    await ask(sender, send)
    waits.push(performance.now() - asked)
    await pause(EVERY_MS)
  }
  await moving
  const seconds = (performance.now() - began) / 1000
  waits.sort((one, other) => one - other)
  const ms = (part: number) => `${waits[Math.floor((waits.length - 1) * part)]!.toFixed(1)} ms`
  reportTable({
    title: 'Sends while a topic moves',
    head: ['messages', 'moved within', 'sends meanwhile', 'p50', 'p99', 'longest'],
    rows: [
      [
        messages.toLocaleString('en'),
        `${seconds.toFixed(1)} s`,
        String(waits.length),
        ms(0.5),
        ms(0.99),
        ms(1),
      ],
    ],
  })
  for (const connection of [mover, sender]) connection.close()
  await server.stop()
  place.remove()
}

async function fill(chat: Chat, demo: DemoOrganization, count: number): Promise<void> {
  const { findStreamByName } = await loadStreamStore()
  const { id, recipient_id } = (await findStreamByName(chat.database.read, demo.realm.id, 'test'))!
  const stream = { id, recipientId: recipient_id, name: 'test' }
  await addMessagesInBulk(chat, demo.realm.id, count, (index) => ({
    stream,
    senderId: demo.people.ada.id,
    topic: 'long',
    content: `Number ${index} of the quick brown foxes that jump over the lazy dog`,
  }))
}

const inLong = encodeURIComponent(
  '[{"operator":"stream","operand":"test"},{"operator":"topic","operand":"long"}]',
)

async function pageOf(connection: RawConnection, authorization: string): Promise<{ id: number }[]> {
  const path = `/api/v1/messages?anchor=newest&num_before=1&num_after=0&narrow=${inLong}`
  const { body } = await ask(connection, requestText('GET', path, authorization))
  return (JSON.parse(body.toString()) as { messages: { id: number }[] }).messages
}

const newestIn = async (connection: RawConnection, authorization: string) =>
  (await pageOf(connection, authorization)).at(-1)!.id

const countIn = async (connection: RawConnection, authorization: string) =>
  (await pageOf(connection, authorization)).length

const connect = (port: number) =>
  new RawConnection(port, (error) => {
    throw error
  })
