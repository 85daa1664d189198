import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { SocketClient } from '../../harness/socket-client.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const HOST = 'chat.example.com'

describe.each(engines)('The sessions of others on %s', (engine) => {
  let world: WorkspaceWorld
  let url: string
  let ada: ApiClient
  let ben: User
  const closing: (() => void)[] = []
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    await world.sync()
    url = await world.listen()
    ada = world.chatAs(world.people.ada).with({ host: HOST })
    ben = world.people.ben
  })
  afterAll(async () => {
    for (const close of closing.splice(0)) close()
    await world.stop()
  })

  const sessionsOf = async (user: User) => (await ada.get(`/users/${user.id}/sessions`)).body.sessions

  /** Signs in, and opens an event stream and a connection of the phones. */
  async function signIn(user: User) {
    const session = await world.signIn(user)
    const client = new ApiClient(world.app, undefined, {
      host: HOST,
      cookie: session.cookie,
      'x-csrftoken': session.csrfToken,
    })
    const { queueId } = await watch(client, ['message'])
    const stream = await StreamClient.open(url, client, { queue_id: queueId, last_event_id: -1 })
    const socket = await SocketClient.connect(url, ['websocket'], { cookie: session.cookie, host: HOST })
    await socket.authenticate({ csrf_token: session.csrfToken })
    closing.push(
      () => stream.close(),
      () => socket.socket.close(),
    )
    return {
      client,
      isOpen: async () => [
        (await client.get('/users/me')).status === 200,
        !stream.isClosed,
        socket.disconnected === undefined,
      ],
    }
  }
  const open = [true, true, true]
  const closed = [false, false, false]

  it('an administrator sees them, and ends one at once', async () => {
    const [one, other] = [await signIn(ben), await signIn(ben)]
    const sessions = await sessionsOf(ben)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toEqual({
      id: expect.any(Number),
      created_at: expect.any(Number),
      last_seen: expect.any(Number),
      user_agent: expect.any(String),
      // This session began without a request.
      address: null,
      current: false,
    })
    const first = Math.min(...sessions.map(({ id }: { id: number }) => id))
    expect((await ada.delete(`/users/${ben.id}/sessions/${first}`)).status).toBe(200)
    await expect.poll(one.isOpen).toEqual(closed)
    expect(await other.isOpen()).toEqual(open)
    expect((await ada.delete(`/users/${ben.id}/sessions/${first}`)).body.msg).toBe('Invalid session ID')
    const { body } = await ada.get('/audit_log', { action: 'session.ended' })
    expect(body.entries[0]).toMatchObject({
      actor: { user_id: world.people.ada.id },
      subject: { id: String(ben.id) },
      before: { session_id: first },
    })
  })

  it('those of everybody come in pages, the last used first, without those that are over', async () => {
    const adas = await signIn(world.people.ada)
    const all = (await ada.get('/realm/sessions')).body
    expect(all.total).toBe(all.sessions.length)
    expect(all.sessions[0]).toMatchObject({ user_id: world.people.ada.id, current: false })
    const ofBen = await sessionsOf(ben)
    const own = (await ada.get('/realm/sessions', { user_id: ben.id })).body
    expect(own.sessions).toEqual(ofBen.map((session: object) => ({ user_id: ben.id, ...session })))
    const pages = []
    for (let page = 1; page <= all.total; page += 1)
      pages.push(...(await ada.get('/realm/sessions', { page, per_page: 1 })).body.sessions)
    expect(pages).toEqual(all.sessions)
    expect((await adas.client.get('/realm/sessions')).body.sessions[0].current).toBe(true)
    expect((await ada.get('/realm/sessions', { page: 0 })).status).toBe(400)
  })

  it('an administrator ends all; the key of the person and the sessions of others stay', async () => {
    const [one, another, adas] = [await signIn(ben), await signIn(ben), await signIn(world.people.ada)]
    expect((await ada.delete(`/users/${ben.id}/sessions`)).status).toBe(200)
    await expect.poll(one.isOpen).toEqual(closed)
    await expect.poll(another.isOpen).toEqual(closed)
    expect(await sessionsOf(ben)).toEqual([])
    expect(await adas.isOpen()).toEqual(open)
    expect((await world.chatAs(ben).with({ host: HOST }).get('/users/me')).status).toBe(200)
    const { body } = await ada.get('/audit_log', { action: 'session.all_ended' })
    expect(body.entries[0]).toMatchObject({ subject: { id: String(ben.id), name: ben.full_name } })
  })

  it('nobody else sees or ends them, and nobody ends a session under the name of another', async () => {
    const bens = await signIn(ben)
    const [{ id }] = await sessionsOf(ben)
    const cleo = world.chatAs(world.people.cleo).with({ host: HOST })
    for (const answer of [
      await cleo.get(`/users/${ben.id}/sessions`),
      await cleo.get('/realm/sessions'),
      await cleo.delete(`/users/${ben.id}/sessions`),
      await cleo.delete(`/users/${ben.id}/sessions/${id}`),
    ]) {
      expect([answer.status, answer.body.msg]).toEqual([400, 'Must be an organization administrator'])
    }
    expect((await ada.delete(`/users/${world.people.cleo.id}/sessions/${id}`)).status).toBe(400)
    expect((await ada.get('/users/999/sessions')).body.msg).toBe('No such user')
    expect(await bens.isOpen()).toEqual(open)
  })
})
