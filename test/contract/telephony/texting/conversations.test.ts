import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  BENS,
  converse,
  HANKS,
  newOutsider,
  OUTSIDE,
  startTextingWorld,
  type TextingWorld,
  typesOf,
} from './texting-world.ts'

describe.each(engines)('conversations on %s', (engine) => {
  let world: TextingWorld

  beforeAll(async () => {
    world = await startTextingWorld(engine)
  })
  afterAll(() => world.stop())

  it('a new one has every field, and is announced to the owner and the users of its number', async () => {
    const number = newOutsider()
    await world.ben.patch(`/company/contacts/${world.demo.acme.ben.id}`, { timezone: 'Europe/Paris' })
    await world.forget()
    const { body } = await world.ben.post('/texting/v2/conversations', {
      recipients: [{ number }],
      from_number: BENS,
      conversation_type: 'direct',
      name: 'Talk',
    })
    const contact = {
      id: expect.any(String),
      company_id: world.demo.acme.company.public_id,
      number,
      first_name: '',
      last_name: '',
      email: '',
      avatar: '',
      user_id: null,
      opted_out: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      company_id: world.demo.acme.company.public_id,
      contact_id: body.contactinfo.id,
      contactinfo: contact,
      contactsinfo: [contact],
      conversation_type: 'direct',
      countunreadmessages: 0,
      unread_msg_count: 0,
      from_number: '2025550102',
      has_direct_msg: false,
      has_hidden_msg: false,
      last_message_created_at: null,
      lastmessage: null,
      recipients: [body.contactinfo.id],
      timezone: 'Europe/Paris',
      updated_at: expect.any(String),
      name: 'Talk',
      created_at: expect.any(String),
      pinned_at: null,
      campaign_info: null,
      last_msg: null,
    })
    const told = [{ type: 'texting.chat.new', payload: body }]
    expect(await world.heardBy('ben')).toEqual(told)
    expect(await world.heardBy('ada')).toEqual(told)
    expect(await world.heardBy('hank')).toEqual([])
  })

  it('asked for again, in any spelling, it is the same one and nothing is announced', async () => {
    const [one, two] = [newOutsider(), newOutsider()]
    const group = await converse(world.ada, ADAS, one, two)
    await world.forget()
    const again = await world.ada.post('/texting/conversations', {
      recipients: [{ number: two.slice(2) }, { number: one }, { number: two }],
      from_number: '202-555-0101',
      name: 'another name',
    })
    expect(again.body).toEqual(group)
    expect(await world.heardBy('ada')).toEqual([])
    expect((await converse(world.ada, ADAS, one)).id).not.toBe(group.id)
    expect((await converse(world.ada, BENS, one, two)).id).not.toBe(group.id)
  })

  it('campaign is a type of its own', async () => {
    const recipients = [{ number: newOutsider() }]
    const body = { recipients, from_number: ADAS, conversation_type: 'campaign', name: 'Spring' }
    const answer = await world.ada.post('/texting/conversations', body)
    expect(answer.body).toMatchObject({ conversation_type: 'campaign', campaign_info: { name: 'Spring' } })
  })

  it.each([
    ['no recipients', { recipients: [] }, '/recipients'],
    ['no phone number', { recipients: [{ number: 'x' }] }, '/recipients/0/number'],
    ['oneself', { recipients: [{ number: ADAS }] }, '/recipients/0/number'],
    [
      'a direct one with two',
      { recipients: [{ number: HANKS }, { number: BENS }], conversation_type: 'direct' },
      '/recipients',
    ],
    [
      'a group of one',
      { recipients: [{ number: HANKS }, { number: HANKS }], conversation_type: 'group' },
      '/recipients',
    ],
    ['an unknown type', { conversation_type: 'secret' }, '/conversation_type'],
    ['a sender that is no number', { from_number: 'x' }, '/from_number'],
    ["another company's number", { from_number: HANKS }, '/from_number'],
    ['an unknown number', { from_number: '+12025550144' }, '/from_number'],
    ['an unknown field', { more: 1 }, '/more'],
  ])('%s is refused', async (_what, change, pointer) => {
    const body = { recipients: [{ number: OUTSIDE }], from_number: ADAS, ...change }
    const answer = await world.ada.post('/texting/conversations', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
  })

  it("a user cannot text from a colleague's number; nothing tells that it exists", async () => {
    const refused = async (from_number: string) =>
      (await world.ben.post('/texting/conversations', { recipients: [{ number: HANKS }], from_number })).body
    expect(await refused(ADAS)).toEqual(await refused('+12025550144'))
  })

  it("what somebody may not see does not exist: a colleague's and another company's conversations", async () => {
    const conversation = await converse(world.ada, ADAS, newOutsider())
    await world.forget()
    for (const client of [world.ben, world.hank]) {
      for (const prefix of ['/texting', '/texting/v2']) {
        const path = `${prefix}/conversations/${conversation.id}`
        expect((await client.get(path)).status).toBe(404)
        expect((await client.delete(path)).status).toBe(404)
        // Before any complaint about the body.
        expect((await client.post(`${path}/pin`, {})).status).toBe(404)
        expect((await client.get(`${path}/messages`)).status).toBe(404)
        expect((await client.post(`${path}/messages/publish`, {})).status).toBe(404)
        expect((await client.post(`${path}/messages/read`, {})).status).toBe(404)
        expect((await client.delete(`${path}/messages`)).status).toBe(404)
      }
      const { body } = await client.get('/texting/conversations')
      expect(body.map(({ id }: { id: string }) => id)).not.toContain(conversation.id)
    }
    expect((await world.ada.get('/texting/conversations/%00')).status).toBe(404)
    expect((await world.ada.get(`/texting/conversations/${conversation.id}`)).body).toEqual(conversation)
    expect(await world.heardBy('ada')).toEqual([])
  })

  it('deleting returns the conversation and sends events to exactly the people who saw it', async () => {
    const number = newOutsider()
    const conversation = await converse(world.ben, BENS, number)
    await world.textComes(number, BENS, 'hello')
    const path = `/texting/conversations/${conversation.id}`
    const before = (await world.ben.get(path)).body
    await world.forget()
    expect((await world.ben.delete(path)).body).toEqual(before)
    const told = [{ type: 'texting.chat.delete', payload: { id: conversation.id } }]
    expect(await world.heardBy('ben')).toEqual(told)
    expect(await world.heardBy('ada')).toEqual(told)
    expect((await world.ben.get(path)).status).toBe(404)
    expect((await world.ben.delete(path)).status).toBe(404)

    await world.forget()
    await world.textComes(number, BENS, 'still there?')
    expect(typesOf(await world.heardBy('ben'))).toEqual(['texting.chat.new', 'texting.message.new'])
    const [fresh] = (await world.ben.get('/texting/conversations', { search: number })).body
    expect(fresh.id).not.toBe(conversation.id)
    expect(fresh.lastmessage.text).toBe('still there?')
  })
})
