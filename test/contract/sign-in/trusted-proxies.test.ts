import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'

describe('TRUSTED_PROXIES', () => {
  const read = (text: string) => readConfig({}, { TRUSTED_PROXIES: text }).trustedProxies

  it('nobody by default; addresses and ranges of both kinds', () => {
    expect(read('')).toEqual([])
    expect(read('127.0.0.1, 10.0.0.0/8,::1 , fd00::/8')).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ])
  })

  it.each(['proxy.example.com', '10.0.0.0/33', '::/129', '10.0.0.0/x', '10.0.0.0/8/9', '10.0.0.1,'])(
    "'%s' is refused",
    (text) => {
      expect(() => read(text)).toThrow(/^TRUSTED_PROXIES must be addresses or ranges like 10\.0\.0\.0\/8/)
    },
  )
})
