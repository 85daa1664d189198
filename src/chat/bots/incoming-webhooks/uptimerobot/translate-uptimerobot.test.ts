import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { uptimerobot } from './translate-uptimerobot.ts'

const content = (name: string, change: FixtureChange = {}) => translated(uptimerobot, name, change)?.content
const monitor = '**[Web shop](https://www.example.com)**'

it('a monitor that is down is announced from JSON', () => {
  expect(translated(uptimerobot, 'down')).toEqual({
    topic: 'Web shop',
    content: `❌ ${monitor} is down\n> Connection Timeout`,
  })
})

it('a monitor that is up again is announced from POST parameters', () => {
  expect(translated(uptimerobot, 'up')).toEqual({
    topic: 'Web shop',
    content: `✅ ${monitor} is up again after 12 min\n> HTTP 200 - OK`,
  })
})

it.each([
  ['45', ' after 45 s'],
  ['731', ' after 12 min'],
  ['86400', ' after 24 h'],
  ['', ''],
  ['soon', ''],
])('up after %j', (alertDuration, words) => {
  expect(content('up', { body: { alertDuration, alertDetails: '' } })).toBe(
    `✅ ${monitor} is up again${words}`,
  )
})

it('certificates and domains expire', () => {
  expect(content('ssl-expiry')).toBe(
    `🔒 The certificate of ${monitor} expires in 7 days (\`2026-04-01 23:59:59\`)`,
  )
  expect(content('ssl-expiry', { body: { ssl_expiry_days_left: undefined } })).toMatch(/expires soon$/)
  expect(content('down', { body: { alert_type: 4 } })).toContain('The domain of')
})

it('events can be filtered, and unknown ones are refused', () => {
  expect(translated(uptimerobot, 'up', { options: { only_events: ['down', 'ssl_expiry'] } })).toBeUndefined()
  expect(() => content('down', { body: { alert_type: '99' } })).toThrow(
    "The '99' event isn't currently supported by the UptimeRobot webhook",
  )
})
