import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboundText } from '../../../../src/telephony/texting/carriers/carrier.ts'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import {
  ADAS,
  BENS,
  converse,
  messagesOf,
  newOutsider,
  startTextingWorld,
  type TextingWorld,
  untilStatuses,
} from './texting-world.ts'

describe.each(engines)('texts with files on %s', (engine) => {
  let world: TextingWorld
  const asked: OutboundText[] = []

  beforeAll(async () => {
    world = await startTextingWorld(engine)
    world.telephony.carrier.send = async (text) => {
      asked.push(text)
      return { carrierId: `carrier-${text.id}` }
    }
  })
  afterAll(() => world.stop())

  async function upload(client: TelephonyClient, content: string | undefined) {
    const { body } = await client.post('/files', { name: 'note.txt' })
    if (content === undefined) return body
    const answer = await client.call('POST', `/files/${body.id}/upload`, Buffer.from(content), {
      'content-type': 'text/plain',
    })
    expect(answer.status).toBe(200)
    return answer.body
  }

  const publishFiles = (client: TelephonyClient, id: string, files: string[], text?: string) =>
    client.post(`/texting/conversations/${id}/messages/publish`, { files, ...(text && { text }) })

  it('files alone are enough; they are shown in the message, the event and the conversation', async () => {
    const file = await upload(world.ben, 'hello')
    const conversation = await converse(world.ben, BENS, newOutsider())
    await world.forget()
    const answer = await publishFiles(world.ben, conversation.id, [file.id])
    expect(answer.status).toBe(201)
    expect(answer.body[0]).toMatchObject({ text: '', files: [file] })
    expect((await world.heardBy('ada'))[0]!.payload.files).toEqual([file])
    expect((await messagesOf(world.ada, conversation.id))[0].files).toEqual([file])
    const shown = (await world.ben.get(`/texting/conversations/${conversation.id}`)).body
    expect(shown.lastmessage.files).toEqual([file])
    expect(shown.last_msg.files).toEqual([file])
  })

  it('the carrier gets addresses at which it can fetch them', async () => {
    const file = await upload(world.ada, 'picture')
    const conversation = await converse(world.ada, ADAS, newOutsider())
    const [{ id }] = (await publishFiles(world.ada, conversation.id, [file.id], 'look')).body
    await untilStatuses(world.ada, conversation.id, ['sent'])
    const { media } = asked.find((text) => text.id === id)!
    expect(media).toHaveLength(1)
    const fetched = await world.stranger.get(new URL(media[0]!).pathname)
    expect(fetched.bytes.toString()).toBe('picture')
  })

  it('people who see the message may read the file, and nobody else', async () => {
    const file = await upload(world.ada, 'for Ben')
    const conversation = await converse(world.ada, BENS, newOutsider())
    expect((await world.ben.get(`/files/${file.id}`)).status).toBe(403)
    await publishFiles(world.ada, conversation.id, [file.id], 'see')
    expect((await world.ben.get(`/files/${file.id}`)).status).toBe(200)
    expect((await world.hank.get(`/files/${file.id}`)).status).toBe(404)
    const [{ id }] = await messagesOf(world.ben, conversation.id)
    await world.ben.delete(`/texting/conversations/${conversation.id}/messages?ids=${id}`)
    expect((await world.ben.get(`/files/${file.id}`)).status).toBe(403)
    await publishFiles(world.ada, conversation.id, [file.id], 'see')
    await world.ben.delete(`/texting/conversations/${conversation.id}`)
    expect((await world.ben.get(`/files/${file.id}`)).status).toBe(403)
  })

  it('files of others, and those without contents, cannot be attached', async () => {
    const conversation = await converse(world.ben, BENS, newOutsider())
    const adas = await upload(world.ada, 'private')
    const hanks = await upload(world.hank, 'foreign')
    const empty = await upload(world.ben, undefined)
    const answer = await publishFiles(world.ben, conversation.id, [adas.id, hanks.id, empty.id], 'x')
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { pointer: '/files/0', detail: 'is no file that you may attach' },
      { pointer: '/files/1', detail: 'is no file that you may attach' },
      { pointer: '/files/2', detail: 'has not been uploaded yet' },
    ])
    expect(await messagesOf(world.ben, conversation.id)).toEqual([])
    const twice = await upload(world.ben, 'twice')
    expect((await publishFiles(world.ben, conversation.id, [twice.id, twice.id])).status).toBe(400)
  })
})
