import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  makeStream,
  readIds,
  readMessages,
  sendPrivately,
  sendToStream,
  type Term,
} from './message-requests.ts'

const inStream = (operand: string): Term[] => [{ operator: 'stream', operand }]

describe.each(engines)('Get messages, its scope, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const subscribe = (adder: ApiClient, name: string, person: string) =>
    adder.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [`${person}@example.com`],
    })

  it('without a stream narrow: only what the user received', async () => {
    const received = await sendToStream(world.ada, 'general', 'scope')
    const other = await sendToStream(world.ada, 'test', 'scope')
    const secret = await sendPrivately(world.ada, ['ben'])
    const ids = await readIds(world.cleo)
    expect(ids).toContain(received)
    expect(ids).not.toContain(other)
    expect(ids).not.toContain(secret)
    const bySender = await readIds(world.cleo, [{ operator: 'sender', operand: 'ada@example.com' }])
    expect(bySender).toContain(received)
    expect(bySender).not.toContain(other)
    expect(bySender).not.toContain(secret)
  })

  it('with a stream narrow: the history of a public stream, flags read and historical', async () => {
    await makeStream(world.ada, 'library')
    const id = await sendToStream(world.ada, 'library', 'scope', '@**all** @**Cleo Vance**')
    const found = await readMessages(world.cleo, inStream('library'))
    expect(found).toMatchObject([{ id, flags: ['read', 'historical'] }])
  })

  it('with a stream narrow: what was received keeps its own flags beside the history', async () => {
    await makeStream(world.ada, 'archive')
    const early = await sendToStream(world.ada, 'archive', 'scope')
    await subscribe(world.ada, 'archive', 'cleo')
    const late = await sendToStream(world.ada, 'archive', 'scope')
    expect(await readMessages(world.cleo, inStream('archive'))).toMatchObject([
      { id: early, flags: ['read', 'historical'] },
      { id: late, flags: [] },
    ])
    const home = await readIds(world.cleo)
    expect(home).toContain(late)
    expect(home).not.toContain(early)
  })

  it('any `is` term disables history', async () => {
    await makeStream(world.ada, 'workshop')
    await sendToStream(world.ada, 'workshop', 'scope')
    expect(await readIds(world.cleo, inStream('workshop'))).toHaveLength(1)
    const negated = [...inStream('workshop'), { operator: 'is', operand: 'private', negated: true }]
    expect(await readIds(world.cleo, negated)).toEqual([])
  })

  it('a negated stream opens no history', async () => {
    const hidden = await sendToStream(world.ada, 'test', 'scope')
    const ids = await readIds(world.cleo, [{ operator: 'stream', operand: 'general', negated: true }])
    expect(ids).not.toContain(hidden)
  })

  it('a private stream is unknown to people outside it, even to administrators', async () => {
    await makeStream(world.cleo, 'cellar', ['cleo'], { invite_only: true })
    await sendToStream(world.cleo, 'cellar', 'scope')
    for (const client of [world.ada, world.ben, world.gus]) {
      const answer = await client.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: inStream('cellar'),
      })
      expect(answer.body).toMatchObject({ code: 'BAD_NARROW', desc: 'unknown stream cellar' })
    }
  })

  it('a private stream with closed history shows a new subscriber only what comes', async () => {
    await makeStream(world.cleo, 'closed', ['cleo'], { invite_only: true })
    await sendToStream(world.cleo, 'closed', 'scope')
    await subscribe(world.cleo, 'closed', 'ben')
    const late = await sendToStream(world.cleo, 'closed', 'scope')
    expect(await readIds(world.ben, inStream('closed'))).toEqual([late])
  })

  it('a private stream with history_public_to_subscribers shows a new subscriber everything', async () => {
    const open = { invite_only: true, history_public_to_subscribers: true }
    await makeStream(world.cleo, 'opened', ['cleo'], open)
    const early = await sendToStream(world.cleo, 'opened', 'scope')
    await subscribe(world.cleo, 'opened', 'ben')
    const late = await sendToStream(world.cleo, 'opened', 'scope')
    expect(await readMessages(world.ben, inStream('opened'))).toMatchObject([
      { id: early, flags: ['read', 'historical'] },
      { id: late, flags: [] },
    ])
  })

  it('who left a private stream finds nothing of it, and again what they received when they return', async () => {
    await makeStream(world.cleo, 'left', ['cleo', 'ben'], { invite_only: true })
    const early = await sendToStream(world.cleo, 'left', 'scope')
    expect(await readIds(world.ben, inStream('left'))).toEqual([early])
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['left'] })
    await sendToStream(world.cleo, 'left', 'scope')
    const asked = { anchor: 'newest', num_before: 9, num_after: 0, narrow: inStream('left') }
    expect((await world.ben.get('/messages', asked)).body.desc).toBe('unknown stream left')
    expect(await readIds(world.ben)).not.toContain(early)
    await subscribe(world.cleo, 'left', 'ben')
    expect(await readIds(world.ben, inStream('left'))).toEqual([early])
    expect(await readIds(world.ben)).toContain(early)
  })

  it('a guest who left a public stream keeps what they received, and nothing later', async () => {
    await makeStream(world.ada, 'passage', ['ada', 'gus'])
    const early = await sendToStream(world.ada, 'passage', 'scope')
    await world.gus.delete('/users/me/subscriptions', { subscriptions: ['passage'] })
    await sendToStream(world.ada, 'passage', 'scope')
    expect(await readIds(world.gus, inStream('passage'))).toEqual([early])
  })

  it('a guest knows a public stream only when subscribed, then with its history', async () => {
    await makeStream(world.ada, 'lounge')
    const early = await sendToStream(world.ada, 'lounge', 'scope')
    const asked = { anchor: 'newest', num_before: 9, num_after: 0, narrow: inStream('lounge') }
    expect((await world.gus.get('/messages', asked)).body.desc).toBe('unknown stream lounge')
    await subscribe(world.ada, 'lounge', 'gus')
    const late = await sendToStream(world.ada, 'lounge', 'scope')
    expect(await readIds(world.gus, inStream('lounge'))).toEqual([early, late])
  })

  it('private messages of others are never found, by no operator', async () => {
    const id = await sendPrivately(world.ben, ['cleo'], 'between us')
    for (const narrow of [
      [],
      [{ operator: 'id', operand: id }],
      [{ operator: 'search', operand: 'between us' }],
      [{ operator: 'pm-with', operand: 'ben@example.com,cleo@example.com' }],
      [{ operator: 'streams', operand: 'public', negated: true }],
    ]) {
      expect(await readIds(world.ada, narrow)).not.toContain(id)
    }
    expect(await readIds(world.cleo, [{ operator: 'id', operand: id }])).toEqual([id])
  })

  it('somebody who receives little finds it behind thousands of messages of others', async () => {
    const early = await sendPrivately(world.gus, ['ben'], 'early')
    const noise = await sendToStream(world.ada, 'test', 'noise')
    const { id: realmId } = world.demo.realm
    await world.chat.transact(realmId, async (transaction) => {
      const { db } = transaction
      const rows = db.selectFrom('messages').selectAll().where('realm_id', '=', realmId)
      const row = (await rows.where('id', '=', noise).executeTakeFirst())!
      for (let batch = 0; batch < 10; batch += 1) {
        const copies = []
        for (let count = 0; count < 500; count += 1) {
          copies.push({ ...row, id: await transaction.next('messages') })
        }
        await db.insertInto('messages').values(copies).execute()
      }
    })
    await sendToStream(world.ada, 'test', 'noise')
    const late = await sendPrivately(world.gus, ['ben'], 'late')
    const around = (anchor: number | string, num_before: number, num_after: number) =>
      world.gus.get('/messages', { anchor, num_before, num_after, narrow: [['is', 'private']] })
    expect((await around('newest', 2, 0)).body.messages).toMatchObject([{ id: early }, { id: late }])
    expect((await around(early, 0, 1)).body).toMatchObject({
      messages: [{ id: early }, { id: late }],
      found_anchor: true,
      found_newest: true,
    })
    expect((await readIds(world.gus)).slice(-2)).toEqual([early, late])
    const { body } = await world.cleo.get('/messages', {
      anchor: 'newest',
      num_before: 5000,
      num_after: 0,
      narrow: inStream('test'),
    })
    expect(body.messages).toHaveLength(5000)
    expect(body.found_oldest).toBe(false)
  })
})
