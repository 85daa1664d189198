import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toneFile } from '../../harness/asterisk/tone.ts'
import { engines } from '../../harness/engines.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

/** The requests of a user who loses the extension while they are in flight. */
describe.each(engines)('an extension that goes to somebody else meanwhile (%s)', (engine) => {
  let world: WorkspaceWorld
  let ben: TelephonyClient
  let extension: string
  let path: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    ben = (await world.signIn(world.people.ben)).phones
    const list = `/instances/${world.pbx}/bulks/extensions`
    const id = (await world.owner.get(list, { search: '1002' })).body[0]._id
    extension = `${list}/${id}`
    path = `/instances/${world.pbx}/extensions/${id}/greeting`
  })
  afterAll(() => world.stop())
  beforeEach(() => give(world.contacts.ben))

  const give = (id: string) => world.owner.patch(extension, { user: { id } })
  const greet = (client: TelephonyClient) =>
    client.call('PUT', path, toneFile(440, 1), { 'content-type': 'audio/wav' })
  const shown = async () => (await world.owner.get(extension)).body

  it('PATCH changes nothing of the new user', async () => {
    const { pbx } = world.workspace.telephony
    const put = pbx.put.bind(pbx)
    let patching: ReturnType<typeof ben.patch> | undefined
    // While the PBX takes the new user, the former one is still found, and waits for the change to end.
    pbx.put = async (account) => {
      pbx.put = put
      patching = ben.patch(extension, { data: { voicemail_email: 'former@example.com' } })
      await expect.poll(() => ben.get(extension).then(({ status }) => status)).toBe(200)
      await put(account)
    }
    expect((await give(world.contacts.ada)).status).toBe(200)
    expect((await patching!).status).toBe(404)
    expect((await shown()).data.voicemail_email).not.toBe('former@example.com')
  })

  it('a greeting does not become that of the new user', async () => {
    const { contents } = world.workspace.telephony
    const write = contents.write.bind(contents)
    contents.write = async (...given) => {
      contents.write = write
      expect((await give(world.contacts.ada)).status).toBe(200)
      await write(...given)
    }
    expect((await greet(ben)).status).toBe(404)
    expect((await world.owner.get(path)).status).toBe(404)
  })

  it('the greeting of the new user is not deleted by the former one', async () => {
    expect((await greet(ben)).status).toBe(200)
    const { database } = world.workspace.telephony
    const transact = world.workspace.telephony.transact
    Object.assign(world.workspace.telephony, {
      transact: async (...given: Parameters<typeof transact>) => {
        Object.assign(world.workspace.telephony, { transact })
        await give(world.contacts.ada)
        await greet(world.owner)
        return transact(...given)
      },
    })
    expect((await ben.delete(path)).status).toBe(404)
    expect((await world.owner.get(path)).status).toBe(200)
    expect(await database.read.selectFrom('greetings').selectAll().execute()).toHaveLength(1)
  })
})
