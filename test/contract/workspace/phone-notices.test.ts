import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GLOBEX_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import type { EmbeddedPbx } from '../../../src/telephony/phones/pbx/embedded-pbx.ts'
import type { CallStatus } from '../../../src/telephony/phones/pbx/pbx.ts'
import { listCallStatuses } from '../../../src/workspace/bridge/call-status-store.ts'
import { carryEvents } from '../../../src/workspace/bridge/carry-events.ts'
import { correctShownCalls } from '../../../src/workspace/bridge/show-call.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { ACME_FAX, postFax } from '../../harness/fax-world.ts'
import { TelephonyClient } from '../../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

describe.each(engines)('what phones tell the chat (%s)', (engine) => {
  let world: WorkspaceWorld
  let ada: ApiClient
  let ben: ApiClient
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    ada = world.chatAs(world.people.ada)
    ben = world.chatAs(world.people.ben)
    await carryEvents(world.workspace)
  })
  afterAll(() => world.stop())

  const faxesOf = (client: ApiClient) => noticesOf(client, 'Fax from')
  async function noticesOf(client: ApiClient, words: string): Promise<{ content: string }[]> {
    const narrow = [{ operator: 'is', operand: 'private' }]
    const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
    const { body } = await client.get('/messages', page)
    return body.messages.filter(({ content }: { content: string }) => content.includes(words))
  }

  describe.skipIf(missingDocumentPrograms)(`faxes${missingDocumentPrograms}`, () => {
    const hank = () =>
      new TelephonyClient(world.app, { authorization: `Bearer ${GLOBEX_KEY}`, 'x-user-id': 'primary' })

    it('a fax is a private message to those who get faxes, with the document and a link', async () => {
      await world.owner.post('/fax/destinations', { emails: ['ben@example.com', 'fax@elsewhere.example'] })
      await postFax(hank(), makePdf(2), { to: ACME_FAX })
      await expect.poll(async () => (await faxesOf(ben)).length).toBe(1)
      const [{ content }] = (await faxesOf(ben)) as [{ content: string }]
      const { body: faxes } = await world.owner.get('/fax/messages')
      expect(content).toContain('2 pages')
      expect(content).toContain(`/portal/faxes/${faxes[0].id})`)
      const [, url] = /\]\((\/user_uploads[^)]*)\)/.exec(content)!
      const { body } = await ben.get(url!)
      const download = await world.app.inject({ url: body.url })
      expect(download.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      await carryEvents(world.workspace)
      expect(await faxesOf(ben)).toHaveLength(1)
    })
  })

  async function phone(number: number, callStatus: CallStatus) {
    const { body } = await world.owner.get('/instances')
    const domain = body.find((one: { uuid: string }) => one.uuid === world.pbx).internal_domain
    const { telephony } = world.workspace
    await (telephony.pbx as EmbeddedPbx).report({ domain, number }, { callStatus })
    await expect
      .poll(async () => {
        const path = `/instances/${world.pbx}/bulks/extensions`
        const { body: found } = await world.owner.get(path, { search: String(number) })
        return found[0].subscriber.call_status
      })
      .toBe(callStatus)
  }
  const statusOf = async ({ id }: { id: number }) => (await ada.get(`/users/${id}/status`)).body.status
  const onCall = { status_text: 'On a call', emoji_name: 'phone', emoji_code: '260e' }

  it('a missed call is a private message to the person, once, or the message of the caller is', async () => {
    const { body } = await world.owner.get('/instances')
    const domain = body.find((one: { uuid: string }) => one.uuid === world.pbx).internal_domain
    const pbx = world.workspace.telephony.pbx as EmbeddedPbx
    const [address, called] = [
      { domain, number: 1001 },
      { domain, number: 1002 },
    ]
    for (const [call, outcome] of [
      ['answered', 'answered'],
      ['missed', 'no_answer'],
      ['recorded', 'no_answer'],
    ] as const) {
      pbx.reportCall({ kind: 'callBegan', call, address, dialled: '1002' })
      pbx.reportCall({ kind: 'phoneCalled', call, address, called, outcome })
      pbx.reportCall({
        kind: 'callEnded',
        call,
        address,
        result: call === 'recorded' ? 'voicemail' : outcome,
      })
    }
    const recording = { call: 'recorded', recording: 'a message', read: async () => Buffer.alloc(48_044) }
    pbx.reportCall({ kind: 'recorded', address: called, ...recording, remove: async () => {} })
    await expect.poll(async () => (await noticesOf(ben, 'Voicemail')).length).toBe(1)
    const [voicemail] = await noticesOf(ben, 'Voicemail')
    expect(voicemail!.content).toContain('**Voicemail from Ada Lovelace, 1001** to 1002, 3 seconds')
    await expect.poll(async () => (await noticesOf(ben, 'Missed call')).length).toBe(1)
    const [{ content }] = (await noticesOf(ben, 'Missed call')) as [{ content: string }]
    expect(content).toContain('**Missed call from Ada Lovelace, 1001**')
    expect(content).toContain('/portal/calls)')
    await carryEvents(world.workspace)
    expect(await noticesOf(ben, 'Missed call')).toHaveLength(1)
    expect(await noticesOf(ada, 'Missed call')).toEqual([])
  })

  it('who is on a call has that status, until the call ends', async () => {
    await phone(1002, 'ringing')
    await phone(1002, 'in_call')
    await expect.poll(() => statusOf(world.people.ben)).toMatchObject(onCall)
    await phone(1002, 'idle')
    await expect.poll(() => statusOf(world.people.ben)).toEqual({})
  })

  it('a status that a person has set stays, before a call and during one', async () => {
    await ben.post('/users/me/status', { status_text: 'Deep in thought' })
    await phone(1002, 'in_call')
    await carryEvents(world.workspace)
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toEqual({ status_text: 'Deep in thought' })
    await ben.post('/users/me/status', { status_text: '' })
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toMatchObject(onCall)
    await ben.post('/users/me/status', { status_text: 'Talking to Globex', emoji_name: '' })
    await phone(1002, 'idle')
    await expect.poll(() => listCallStatuses(world.workspace.database.read)).toEqual([])
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toEqual({ status_text: 'Talking to Globex' })
    await ben.post('/users/me/status', { status_text: '' })
  })

  it('a person who turned presence off does not show calls, not even one that has begun', async () => {
    await ben.patch('/settings', { presence_enabled: false })
    await phone(1002, 'in_call')
    await carryEvents(world.workspace)
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toEqual({})
    await ben.patch('/settings', { presence_enabled: true })
    await expect.poll(() => statusOf(world.people.ben)).toMatchObject(onCall)
    await ben.patch('/settings', { presence_enabled: false })
    await expect.poll(() => statusOf(world.people.ben)).toEqual({})
    await ben.patch('/settings', { presence_enabled: true })
    await expect.poll(() => statusOf(world.people.ben)).toMatchObject(onCall)
    await phone(1002, 'idle')
    await expect.poll(() => statusOf(world.people.ben)).toEqual({})
  })

  it('a call that ends after the account was unlinked does not stay', async () => {
    await phone(1002, 'in_call')
    await expect.poll(() => statusOf(world.people.ben)).toMatchObject(onCall)
    const path = `/workspace/phone_users/${world.people.ben.id}`
    expect((await ada.put(path, { phone_user_id: null })).body.result).toBe('success')
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toEqual({})
    const linked = await ada.put(path, { phone_user_id: JSON.stringify(world.contacts.ben) })
    expect(linked.body).toMatchObject({ result: 'success' })
    await correctShownCalls(world.workspace)
    expect(await statusOf(world.people.ben)).toMatchObject(onCall)
    await phone(1002, 'idle')
    await expect.poll(() => statusOf(world.people.ben)).toEqual({})
  })

  it('members see the numbers of a person, guests none', async () => {
    const path = `/workspace/people/${world.people.ben.id}/phones`
    const numbers = { extensions: ['1002'], texting_numbers: ['+12025550102'] }
    expect((await ada.get(path)).body).toMatchObject(numbers)
    const nothing = { extensions: [], texting_numbers: [] }
    expect((await world.chatAs(world.people.gus).get(path)).body).toMatchObject(nothing)
    expect((await ada.get(`/workspace/people/${world.people.gus.id}/phones`)).body).toMatchObject(nothing)
    expect((await ada.get('/workspace/people/999999/phones')).body.msg).toBe('No such user')
  })
})
