import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import { ACME_KEY, GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { clientEvents } from '../../src/telephony/events/sockets/client-events.ts'
import { telephonyOperations } from '../../src/telephony/telephony-operations.ts'
import { makeThings, type Things } from '../contract/telephony/access/things-of-acme.ts'
import {
  isHarmless,
  nameOf,
  reached,
  rowOf,
  tryOperation,
  withKey,
} from '../contract/telephony/access/try-operations.ts'
import { engines } from '../harness/engines.ts'
import { SocketClient } from '../harness/socket-client.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../harness/workspace-world.ts'

type Column = 'user' | 'administrator' | 'owner' | 'userByKey'

const operations = withKey().map((operation) => [nameOf(operation), operation] as const)

describe.each(engines.slice(0, 1))('the table of permissions of the phones, on %s', (engine) => {
  let world: WorkspaceWorld
  /** All of it is Ben's. */
  let things: Things
  let callers: Record<Column, TelephonyClient>
  let keyOf: (scopes: string[]) => Promise<TelephonyClient>
  let before: unknown
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    const { workspace, people, contacts } = world
    const as = (key: string, userId: string) =>
      new TelephonyClient(world.app, { authorization: `Bearer ${key}`, 'x-user-id': userId })
    const userByKey = as(ACME_KEY, contacts.ben)
    things = await makeThings({
      ada: world.owner,
      ben: userByKey,
      demo: { acme: { ben: { id: contacts.ben } } },
      acmePbx: world.pbx,
      telephony: workspace.telephony,
    } as never)
    const realm = (await workspace.realmsById.get(people.ada.realm_id))!
    const chief = { email: 'chief@example.com', fullName: 'Chief Officer', role: 'administrator' } as const
    const { user: administrator } = await createUser(workspace, realm, chief)
    await world.sync()
    callers = {
      user: (await world.signIn(people.ben)).phones,
      administrator: (await world.signIn(administrator)).phones,
      owner: (await world.signIn(people.ada)).phones,
      userByKey,
    }
    keyOf = async (scopes) => {
      const made = await world.owner.post('/api-keys', { name: scopes.join(), scopes })
      return as(made.body.key, 'primary')
    }
    before = (await world.owner.get('/audit')).body
  })
  afterAll(() => world.stop())

  it.each(operations)('%s: each role gets what the row says', async (_name, operation) => {
    const row = rowOf(operation)
    for (const column of ['user', 'administrator', 'owner', 'userByKey'] as const) {
      const client = callers[column]
      const reach = row[column]
      // What is personal is Ben's here, and the administrator and the owner are somebody else.
      const isOwn = column === 'user' || column === 'userByKey'
      const isPermitted = reach === 'yes' || (reach === 'own' && isOwn)
      if (isPermitted && !isHarmless(operation)) continue
      const answer = await tryOperation(client, operation, things)
      const text = answer.bytes.toString('latin1')
      if (isPermitted) {
        expect(reached(operation), column).toContain(answer.status)
      } else if (reach === 'no') {
        expect([403, 404], column).toContain(answer.status)
      } else if (operation.path.includes(':')) {
        expect([400, 403, 404], column).toContain(answer.status)
        if (answer.status === 400)
          expect(operation.path).toMatch(/current-user|texting\/(v2\/)?conversations$/)
      } else {
        for (const name of personal) expect(text, `${column} ${name}`).not.toContain(things.ids[name])
      }
      if (column === 'administrator') {
        for (const secret of things.secrets) expect(text).not.toContain(secret)
      }
    }
  })

  it('a key does only what its scopes permit, and shows credentials only with `write`', async () => {
    const [reading, writing] = [await keyOf(['read']), await keyOf(['read', 'write'])]
    for (const operation of withKey()) {
      const { scope } = rowOf(operation)
      const name = nameOf(operation)
      if (scope !== 'read') expect((await tryOperation(reading, operation, things)).status, name).toBe(403)
      if (scope === 'admin') expect((await tryOperation(writing, operation, things)).status, name).toBe(403)
      if (scope !== 'read' || !isHarmless(operation)) continue
      const answer = await tryOperation(reading, operation, things)
      const text = answer.bytes.toString('latin1')
      for (const secret of things.secrets) expect(text, name).not.toContain(secret)
    }
    const path = `/instances/${world.pbx}/extensions`
    expect((await writing.get(path, { search: '7001' })).body[0].data.secret).toBe(things.secrets[0])
  })

  it('without credentials nothing is reached, and with those of another company nothing is found', async () => {
    const globex = new TelephonyClient(world.app, {
      authorization: `Bearer ${GLOBEX_KEY}`,
      'x-user-id': 'primary',
    })
    const disguised = globex.with({ 'x-user-id': world.contacts.ben })
    const { number: _number, ...ids } = things.ids
    for (const operation of withKey()) {
      const name = nameOf(operation)
      const nobody = new TelephonyClient(world.app, {})
      expect((await tryOperation(nobody, operation, things)).status, name).toBe(401)
      expect((await tryOperation(disguised, operation, things)).status, name).toBe(401)
      // Numbers are no ids: a company that names one gets its own.
      if (operation.path.endsWith('/numbers/:number')) continue
      if (!operation.path.includes(':') && operation.method !== 'GET') continue
      const answer = await tryOperation(globex, operation, things)
      if (operation.path.includes(':')) expect(answer.status, name).toBe(404)
      for (const id of Object.values(ids)) expect(answer.bytes.toString('latin1'), name).not.toContain(id)
    }
  })

  it('none of this has changed anything', async () => {
    // The owner may open what belongs to others, which is recorded, and changes nothing.
    const others = ['api_key.created', 'mailbox.opened', 'conversation.opened', 'file.opened']
    const isChange = (entry: { action: string }) => !others.includes(entry.action)
    const { body } = await world.owner.get('/audit')
    expect(body.filter(isChange).slice(0, 5)).toEqual(
      (before as { action: string }[]).filter(isChange).slice(0, 5),
    )
  })

  it('a socket takes events only from keys that permit them, and about what their company has', async () => {
    const url = await world.listen()
    const reading = (await keyOf(['read'])).headers.authorization!.replace('Bearer ', '')
    const payload = { conversation_id: things.ids.conversation_id, messagesIds: things.messageIds }
    for (const [token, status] of [
      [reading, 403],
      [GLOBEX_KEY, 404],
    ] as const) {
      const socket = await SocketClient.connect(url, ['websocket'])
      expect((await socket.authenticate({ token })).name).toBe('authenticated')
      for (const { name } of clientEvents) {
        expect((await socket.ask(name, payload)).error, name).toMatchObject({ status })
      }
      socket.socket.close()
    }
  })
})

/** Ids of what only Ben and the owner may see. */
const personal = ['conversation_id', 'call_id', 'message_id', 'file_id']

it('operations that need no credentials are links with a token or a secret, and the webhook of a carrier', () => {
  const open = telephonyOperations.filter((operation) => rowOf(operation).scope === null).map(nameOf)
  expect(open.filter((name) => !/:(token|secret)/.test(name)).sort()).toEqual([
    'POST /carrier/webhook',
    'POST /invitations/accept',
  ])
})
