import { expect, it } from 'vitest'
import { fillDemoCompanies } from '../../../../src/telephony/demo/fill-demo-companies.ts'
import { startTelephonyWorld } from '../../../harness/telephony-world.ts'

it('the demo has calls and voicemail that can be heard', async () => {
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
  await world.stop()
})
