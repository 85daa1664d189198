import { expect, test } from 'vitest'
import { findPrimary, hostUrls, IsStandby } from './postgres-hosts.ts'

test.each([
  ['postgres://one/name', ['postgres://one/name']],
  ['postgres://me:a,b@one/name?x=a,b', ['postgres://me:a,b@one/name?x=a,b']],
  ['postgres://me@one:1,[::1]:2/name', ['postgres://me@one:1/name', 'postgres://me@[::1]:2/name']],
  ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
  [
    'postgres://one,two?target_session_attrs=read-write',
    ['postgres://one?target_session_attrs=read-write', 'postgres://two?target_session_attrs=read-write'],
  ],
  ['postgres://one/name?password=a@b', ['postgres://one/name?password=a@b']],
])('the hosts of %s', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls)
})

test('tries the last good host first, then the others; the error is that of the primary, not of a standby', async () => {
  const asked: number[] = []
  const connect = async (host: number) => {
    asked.push(host)
    if (host === 2) throw new IsStandby()
    if (host === 0) throw new Error('away')
    return 'connected'
  }
  expect(await findPrimary(3, 2, connect)).toEqual({ host: 1, connection: 'connected' })
  expect(asked).toEqual([2, 0, 1])
  await expect(findPrimary(1, 0, connect)).rejects.toThrow('away')
  await expect(
    findPrimary(2, 1, async (host) => {
      throw host === 0 ? new Error('away') : new IsStandby()
    }),
  ).rejects.toThrow('away')
})
