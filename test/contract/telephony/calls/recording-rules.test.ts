import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../../src/chat/accounts/create-user.ts'
import { deleteOldFaxes } from '../../../../src/telephony/fax/delete-old-faxes.ts'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { applyRetention } from '../../../../src/telephony/phones/retention/apply-retention.ts'
import { deleteOldTexts } from '../../../../src/telephony/texting/messages/delete-old-texts.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../../harness/workspace-world.ts'

const RULES = '/company/recording-rules'
const others = { texts_days: deleteOldTexts, faxes_days: deleteOldFaxes }
const DAY_SECONDS = 86_400

describe.each(engines)('the rules for recordings, on %s', (engine) => {
  let world: WorkspaceWorld
  let domain: string
  let [ben, administrator] = [] as unknown as [TelephonyClient, TelephonyClient]
  let path: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    const { workspace, people, owner } = world
    domain = (await owner.get('/instances')).body[0].internal_domain
    const realm = (await workspace.realmsById.get(people.ada.realm_id))!
    const chief = { email: 'chief@example.com', fullName: 'Chief Officer', role: 'administrator' } as const
    const { user } = await createUser(workspace, realm, chief)
    await world.sync()
    ben = (await world.signIn(people.ben)).phones
    administrator = (await world.signIn(user)).phones
  })
  afterAll(() => world.stop())

  const pbx = () => world.workspace.telephony.pbx as EmbeddedPbx
  /** Ada calls Ben, and the call is recorded. */
  async function recordedCall(call: string): Promise<string> {
    const [address, called] = [1001, 1002].map((number) => ({ domain, number })) as [
      { domain: string; number: number },
      { domain: string; number: number },
    ]
    pbx().reportCall({ kind: 'callBegan', call, address, dialled: '1002' })
    pbx().reportCall({ kind: 'phoneCalled', call, address, called, outcome: 'answered' })
    const shown = async () => (await world.owner.get('/cdrs')).body[0]
    await expect.poll(async () => (await shown())?.ended_at).toBeNull()
    await expect.poll(async () => (await shown()).called.length).toBe(1)
    const state = { kind: 'recordingState', call, canChange: true } as const
    pbx().reportCall({ ...state, address: called, isRecording: true })
    await expect.poll(async () => (await shown()).recording_state).toBe('recording')
    pbx().reportCall({ ...state, address: called, isRecording: false })
    await expect.poll(async () => (await shown()).recording_state).toBe('paused')
    pbx().reportCall({ kind: 'callEnded', call, address, result: 'answered' })
    await expect.poll(async () => (await shown()).recording_state).toBeNull()
    await new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'callRecorded',
        address,
        call,
        read: async () => toneFile(440, 1),
        remove: async () => remove(),
      }),
    )
    return (await shown()).id
  }
  const statuses = async () =>
    Promise.all([world.owner, ben, administrator].map(async (one) => (await one.get(path)).status))

  it('the owner decides, everybody can read, and the audit trail has the change', async () => {
    const defaults = {
      notice: 'none',
      notice_to: 'outside',
      participants_listen: true,
      administrators_listen: false,
    }
    for (const client of [world.owner, ben, administrator])
      expect((await client.get(RULES)).body).toEqual(defaults)
    for (const client of [ben, administrator]) {
      expect((await client.patch(RULES, { notice: 'tone' })).status).toBe(403)
    }
    expect((await world.owner.patch(RULES, { notice: 'tone' })).body).toEqual({ ...defaults, notice: 'tone' })
    expect((await world.owner.patch(RULES, { notice: 'whisper' })).status).toBe(400)
    const { body: entries } = await world.owner.get('/audit')
    expect(entries[0]).toMatchObject({ action: 'recording_rules.updated', after: { notice: 'tone' } })
  })

  it('a call in progress shows whether it is recorded', async () => {
    path = `/cdrs/${await recordedCall('first')}/recording`
  })

  it('who talked may listen, or administrators, or only the owner', async () => {
    expect(await statuses()).toEqual([200, 200, 404])
    await world.owner.patch(RULES, { participants_listen: false })
    expect(await statuses()).toEqual([200, 404, 404])
    expect((await ben.get('/cdrs')).body[0].recording).toBeNull()
    expect((await ben.delete(path)).status).toBe(404)
    // An administrator sees no calls of others, but for those that were recorded.
    expect((await administrator.get('/cdrs', { recorded: 'true' })).body).toEqual([])
    await world.owner.patch(RULES, { administrators_listen: true })
    expect(await statuses()).toEqual([200, 404, 200])
    expect((await administrator.get('/cdrs')).body).toEqual([])
    expect((await administrator.get('/cdrs', { recorded: 'true' })).body).toMatchObject([
      { recording: { duration: 1 } },
    ])
    await world.owner.patch(RULES, { participants_listen: true, administrators_listen: false })
  })

  it('the audit trail has who listened to the calls of others, once an hour', async () => {
    await statuses()
    await statuses()
    const { body: entries } = await world.owner.get('/audit')
    const opened = entries.filter(({ action }: { action: string }) => action === 'call.recording_opened')
    // The administrator; the owner is Ada, who has talked, and Ben has talked, too.
    expect(opened).toHaveLength(1)
    expect(path).toContain(opened[0].subject_id ?? opened[0].subject.id)
  })

  it('a call that has ended, and a PBX that cannot record, are 409', async () => {
    const state = path.replace(/recording$/, 'recording-state')
    expect((await ben.put(state, { recording_state: 'paused' })).status).toBe(409)
    expect((await administrator.put(state, { recording_state: 'paused' })).status).toBe(404)
  })

  it('recordings are deleted before their calls, if the owner says so', async () => {
    const { telephony } = world.workspace
    expect((await world.owner.patch('/company/retention', { recordings_days: 30 })).status).toBe(200)
    await applyRetention(telephony, others)
    expect((await world.owner.get(path)).status).toBe(200)
    world.clock.advance(31 * DAY_SECONDS)
    const recent = await recordedCall('second')
    await applyRetention(telephony, others)
    expect((await world.owner.get(path)).status).toBe(404)
    const { body: calls } = await world.owner.get('/cdrs')
    expect(calls.map(({ recording }: { recording: unknown }) => recording !== null)).toEqual([true, false])
    expect((await world.owner.get(`/cdrs/${recent}/recording`)).status).toBe(200)
    const { body: entries } = await world.owner.get('/audit')
    expect(entries[0]).toMatchObject({ action: 'retention.recordings_deleted', before: { recordings: 1 } })
  })
})
