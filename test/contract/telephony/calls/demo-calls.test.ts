import { afterEach, expect, it } from 'vitest'
import { fillDemoCompanies } from '../../../../src/telephony/demo/fill-demo-companies.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

let world: TelephonyWorld
afterEach(() => world?.stop())

it('the demo has calls, voicemail and recordings that can be heard, and routes for calls', async () => {
  world = await startTelephonyWorld('SQLite')
  await fillDemoCompanies(world.telephony, world.demo)
  const { body: calls } = await world.ada.get('/cdrs')
  expect(calls.length).toBeGreaterThan(5)
  expect(new Set(calls.map((call: { result: string }) => call.result))).toEqual(
    new Set(['answered', 'busy', 'no_answer', 'voicemail']),
  )
  expect(new Set(calls.map((call: { direction: string }) => call.direction))).toEqual(
    new Set(['internal', 'inbound', 'outbound']),
  )
  const recorded = calls.filter((call: { recording: object | null }) => call.recording)
  expect(recorded).toMatchObject([
    { from: { number: '1002' }, to: '+12025550177', recording: { duration: 32 } },
    { from: { number: '+12025550199', name: 'Globex' }, to: '+12025550100', recording: { duration: 24 } },
  ])
  for (const { id, duration, recording } of recorded) {
    const { bytes } = await world.ada.get(`/cdrs/${id}/recording`)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect(recording.duration).toBe(duration)
  }
  const { body: messages } = await world.ada.get('/voicemail/messages')
  expect(messages).toHaveLength(4)
  expect(messages[0]).toMatchObject({ from: '1003', from_name: 'Meeting room', to: '1001', duration: 3 })
  const { bytes } = await world.ada.get(`/voicemail/messages/${messages[0].id}/audio`)
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  expect(bytes.length).toBe(messages[0].size)
  // Calls from outside go through opening hours and a menu to groups of phones.
  const { acmePbx } = world
  const [{ id: menuId }] = (await world.ada.get(`/instances/${acmePbx}/menus`)).body
  const prompt = await world.ada.get(`/instances/${acmePbx}/menus/${menuId}/prompt`)
  expect(prompt.bytes.subarray(0, 4).toString()).toBe('RIFF')
  const names = async (kind: string) =>
    (await world.ada.get(`/instances/${acmePbx}/${kind}`)).body.map(({ name }: { name: string }) => name)
  expect(await names('ring-groups')).toEqual(['Sales', 'Support'])
  expect(await names('menus')).toEqual(['Main menu'])
  expect(await names('business-hours')).toEqual(['Opening hours'])
  expect((await world.ada.get('/trunks')).body).toMatchObject([{ name: 'Simulated provider' }])
  expect((await world.ada.get('/dids')).body).toMatchObject([{ destination: { number: '2020' } }])
})

it('without a speech program, the prompt of the demo is a melody', async () => {
  world = await startTelephonyWorld('SQLite', { SPEECH: 'no' })
  await fillDemoCompanies(world.telephony, world.demo)
  const [menu] = (await world.ada.get(`/instances/${world.acmePbx}/menus`)).body
  expect(menu).toMatchObject({ name: 'Main menu', prompt: { text: null, duration: 2 } })
})
