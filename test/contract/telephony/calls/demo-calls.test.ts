import { expect, it } from 'vitest'
import { fillDemoCompanies } from '../../../../src/telephony/demo/fill-demo-companies.ts'
import { startTelephonyWorld } from '../../../harness/telephony-world.ts'

it('the demo has calls, voicemail that can be heard, and routes for calls', async () => {
  const world = await startTelephonyWorld('SQLite')
  await fillDemoCompanies(world.telephony, world.demo)
  const { body: calls } = await world.ada.get('/cdrs')
  expect(calls.length).toBeGreaterThan(5)
  expect(new Set(calls.map((call: { result: string }) => call.result))).toEqual(
    new Set(['answered', 'busy', 'voicemail']),
  )
  const { body: messages } = await world.ada.get('/voicemail/messages')
  expect(messages).toHaveLength(3)
  expect(messages[0]).toMatchObject({ from: '1003', from_name: 'Meeting room', to: '1001', duration: 3 })
  const { bytes } = await world.ada.get(`/voicemail/messages/${messages[0].id}/audio`)
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  expect(bytes.length).toBe(messages[0].size)
  // Calls from outside go through opening hours and a menu to groups of phones.
  const { acmePbx } = world
  const names = async (kind: string) =>
    (await world.ada.get(`/instances/${acmePbx}/${kind}`)).body.map(({ name }: { name: string }) => name)
  expect(await names('ring-groups')).toEqual(['Sales', 'Support'])
  expect(await names('menus')).toEqual(['Main menu'])
  expect(await names('business-hours')).toEqual(['Opening hours'])
  expect((await world.ada.get('/trunks')).body).toMatchObject([{ name: 'Simulated provider' }])
  expect((await world.ada.get('/dids')).body).toMatchObject([{ destination: { number: '2020' } }])
  await world.stop()
})
