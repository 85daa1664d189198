import { expect, it } from 'vitest'
import { BLOCKED_MS, type Blocked, createWrongSecrets } from './wrong-secrets.ts'

function counting() {
  const clock = { time: 0, now: () => clock.time }
  const blocked: Blocked[] = []
  const { onEvent } = createWrongSecrets(clock, (one) => blocked.push(one))
  const fail = (times: number, account: string, address: string, service = 'PJSIP') => {
    for (let time = 0; time < times; time += 1) {
      onEvent({ Service: service, AccountID: account, RemoteAddress: `IPV4/UDP/${address}/5060` })
    }
  }
  return { clock, blocked, fail }
}

it('ten wrong secrets for a phone from an address block it there', () => {
  const { blocked, fail } = counting()
  fail(9, '1001@a.test', '192.0.2.1')
  fail(9, '1001@a.test', '192.0.2.2')
  fail(9, '1002@a.test', '192.0.2.1')
  fail(9, '1001@b.test', '192.0.2.1')
  expect(blocked).toEqual([])
  fail(1, '1001@a.test', '192.0.2.1')
  expect(blocked).toEqual([{ phone: '1001@a.test', network: '192.0.2.1' }])
})

it('old ones do not count, and neither do unknown numbers and other services', () => {
  const { clock, blocked, fail } = counting()
  fail(9, '1001@a.test', '192.0.2.1')
  clock.time += BLOCKED_MS
  fail(9, '1001@a.test', '192.0.2.1')
  fail(20, '<unknown>', '192.0.2.1')
  fail(20, '1001@a.test', '192.0.2.1', 'AMI')
  expect(blocked).toEqual([])
})

it('a network of IPv6 counts as one address', () => {
  const { blocked, fail } = counting()
  fail(5, '1001@a.test', '2001:db8:0:1::5')
  fail(5, '1001@a.test', '2001:db8:0:1::6')
  expect(blocked).toEqual([{ phone: '1001@a.test', network: '2001:db8:0:1::/64' }])
})
