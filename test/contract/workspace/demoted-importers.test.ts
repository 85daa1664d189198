import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../harness/engines.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const ADMINISTRATOR = 200
const MEMBER = 400

describe.each(engines)('an import of somebody whose role changes (%s)', (engine) => {
  let world: WorkspaceWorld
  let list: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine, { LOG_LEVEL: 'silent' })
    list = `/instances/${world.pbx}/bulks/extensions`
  })
  afterAll(() => world.stop())

  const setRole = (role: number) =>
    world.chatAs(world.people.ada).patch(`/users/${world.people.ben.id}`, { role })
  const show = async (id: string) => (await world.owner.get(`/imports/${id}`)).body
  /** Starts an import that the PBX does not take, until `then` has been called. */
  async function importMeanwhile(number: number, then: () => Promise<unknown>) {
    const { pbx } = world.workspace.telephony
    const put = pbx.put.bind(pbx)
    pbx.put = async () => {
      throw new PbxFailure('No room')
    }
    const ben = (await world.signIn(world.people.ben)).phones.with({ prefer: 'respond-async' })
    const { status, body } = await ben.post(`${list}/import`, [{ data: { id: number, name: 'Late' } }])
    expect(status).toBe(202)
    await waitUntil('it waits', async () => (await show(body.id)).problem !== null)
    await then()
    pbx.put = put
    await waitUntil('it ends', async () => (await show(body.id)).status !== 'running')
    return show(body.id)
  }

  it('goes on as long as they are an administrator', async () => {
    await setRole(ADMINISTRATOR)
    expect(await importMeanwhile(2900, async () => {})).toMatchObject({ status: 'completed', created: 1 })
  })

  it('ends when they are one no longer', async () => {
    const ended = await importMeanwhile(2901, () => setRole(MEMBER))
    expect(ended).toMatchObject({ status: 'failed', created: 0 })
    expect(ended.problem).toContain('lost access')
    expect((await world.owner.get(list, { search: '2901' })).status).toBe(404)
  })
})
