import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { tinyPng } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { isThere } from '../../harness/stored-contents.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath, sendPrivately, sendTo, uploadFile } from './file-requests.ts'

describe.each(engines)('Attachments on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const list = async (client: ApiClient) => (await client.get('/attachments')).body
  const newest = async (client: ApiClient) => (await list(client)).attachments.at(-1)
  const hasBytes = (url: string) => {
    const [, , tenant, name] = url.split('/')
    return isThere(world.chat.contents, { kind: 'uploads', tenant: tenant!, name: name! })
  }

  it('GET /attachments | one’s own files with the messages that link them, and the room of all', async () => {
    const url = await uploadFile(world.ben, 'plan.txt', Buffer.from('12345'))
    const before = await list(world.ben)
    const id = await sendTo(world.ben, 'test', `[plan](${url})`)
    const { body } = await world.ben.get('/attachments')
    const { message } = (await world.ben.get(`/messages/${id}`)).body
    expect(body).toEqual({
      result: 'success',
      msg: '',
      upload_space_used: before.upload_space_used,
      attachments: [
        ...before.attachments.slice(0, -1),
        {
          ...before.attachments.at(-1),
          name: 'plan.txt',
          path_id: url.slice('/user_uploads/'.length),
          size: 5,
          messages: [{ id, date_sent: message.timestamp * 1000 }],
        },
      ],
    })
    await uploadFile(world.cleo, 'hers.txt', Buffer.from('123'))
    const later = await list(world.ben)
    expect(later.upload_space_used).toBe(before.upload_space_used + 3)
    expect(later.attachments).toEqual(body.attachments)
  })

  it('messages that the uploader cannot read are not listed', async () => {
    const url = await uploadFile(world.ben)
    await sendPrivately(world.ben, ['cleo@example.com'], `[x](${url})`)
    const known = (await newest(world.ben)).messages
    const bens = await watch(world.ben, ['attachment'])
    const passedOn = await sendPrivately(world.cleo, ['gus@example.com'], `[x](${url})`)
    expect((await newest(world.ben)).messages).toEqual(known)
    expect(await bens.news()).toEqual([])
    await world.cleo.patch(`/messages/${passedOn}`, { content: 'never mind' })
    expect(await bens.news()).toEqual([])
  })

  it('attachment | op update when a message links it, edits the link away, or goes; to the uploader only', async () => {
    const url = await uploadFile(world.ben)
    const [bens, adas] = [await watch(world.ben, ['attachment']), await watch(world.ada, ['attachment'])]
    const seen = async () => {
      const news = await bens.news()
      expect(news).toHaveLength(1)
      expect(news[0]).toEqual({
        id: expect.any(Number),
        type: 'attachment',
        op: 'update',
        attachment: await newest(world.ben),
        upload_space_used: (await list(world.ben)).upload_space_used,
      })
      return news[0].attachment.messages.map((one: { id: number }) => one.id)
    }
    const first = await sendTo(world.ben, 'test', `[x](${url}) and again [y](${url})`)
    expect(await seen()).toEqual([first])
    // By somebody else who can see it.
    const second = await sendTo(world.ada, 'test', `[x](${url})`)
    expect(await seen()).toEqual([second, first])
    await world.ben.patch(`/messages/${first}`, { content: 'gone' })
    expect(await seen()).toEqual([second])
    await world.ben.patch(`/messages/${first}`, { content: `[back](${url})` })
    expect(await seen()).toEqual([second, first])
    await world.ben.patch(`/messages/${first}`, { content: `[other words](${url})` })
    expect(await bens.news()).toEqual([])
    await world.ada.delete(`/messages/${second}`)
    expect(await seen()).toEqual([first])
    expect(await adas.news()).toEqual([])
  })

  it('the message comes before the event about its file, at its place in the log', async () => {
    const url = await uploadFile(world.ben)
    const bens = await watch(world.ben, ['message', 'attachment'])
    await sendTo(world.ben, 'test', `[x](${url})`)
    expect((await bens.news()).map((event: { type: string }) => event.type)).toEqual([
      'message',
      'attachment',
    ])
  })

  it('DELETE /attachments/{id} | the row, the room, the bytes and the small pictures are gone', async () => {
    const url = await uploadFile(world.ben, 'a.png', tinyPng)
    const id = await sendTo(world.ben, 'test', `[x](${url})`)
    const small = `${url.replace('/user_uploads', '/user_uploads/thumbnail')}/150x100.webp`
    expect((await fetchPath(world, world.ada, small)).status).toBe(200)
    const { upload_space_used: before } = await list(world.ben)
    const attachment = await newest(world.ben)
    const [bens, adas] = [await watch(world.ben, ['attachment']), await watch(world.ada, ['attachment'])]
    const answer = await world.ben.delete(`/attachments/${attachment.id}`)
    expect([answer.status, answer.body]).toEqual([200, { result: 'success', msg: '' }])
    const used = before - tinyPng.length
    expect(await bens.news()).toEqual([
      {
        id: expect.any(Number),
        type: 'attachment',
        op: 'remove',
        attachment: { id: attachment.id },
        upload_space_used: used,
      },
    ])
    expect(await adas.news()).toEqual([])
    expect((await list(world.ben)).upload_space_used).toBe(used)
    for (const path of [url, small]) expect((await fetchPath(world, world.ben, path)).status).toBe(404)
    expect(await hasBytes(url)).toBe(false)
    expect((await world.ben.get(`/messages/${id}`)).status).toBe(200)
    // The message can still be edited and deleted.
    expect((await world.ben.patch(`/messages/${id}`, { content: 'y' })).status).toBe(200)
    expect((await world.ada.delete(`/messages/${id}`)).status).toBe(200)
  })

  it('Invalid attachment | of somebody else, also for administrators; unknown; twice', async () => {
    const url = await uploadFile(world.ben)
    await sendTo(world.ben, 'test', `[x](${url})`)
    const { id } = await newest(world.ben)
    const other = await foundOrganization(world, `attachments-${engine.toLowerCase()}.example.com`)
    const refused = { result: 'error', msg: 'Invalid attachment', code: 'BAD_REQUEST' }
    for (const [client, which] of [
      [world.ada, id],
      [world.gus, id],
      [other.chief, id],
      [world.ben, 999_999],
      [world.ben, -1],
    ] as const) {
      const answer = await client.delete(`/attachments/${which}`)
      expect([answer.status, answer.body]).toEqual([400, refused])
    }
    expect(await hasBytes(url)).toBe(true)
    expect((await world.ben.delete(`/attachments/${id}`)).status).toBe(200)
    expect((await world.ben.delete(`/attachments/${id}`)).body).toEqual(refused)
  })

  it('an id that is no number | is named', async () => {
    const answer = await world.ben.delete('/attachments/many')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'attachment_id' })
  })

  it('incoming webhook bots and strangers are refused; bots and guests have lists of their own', async () => {
    for (const client of [world.hookBot, world.nobody])
      expect((await client.get('/attachments')).status).toBe(401)
    for (const client of [world.echoBot, world.gus]) expect((await list(client)).attachments).toEqual([])
  })
})
