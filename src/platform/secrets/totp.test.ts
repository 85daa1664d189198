import { describe, expect, it } from 'vitest'
import { findTotpStep, generateTotpSecret, totpCode, totpUri } from './totp.ts'

/** "12345678901234567890" in base32: the secret of the test vectors in RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('one-time passwords', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %d seconds the code is %s, as RFC 6238 says', (seconds, code) => {
    expect(totpCode(secret, seconds)).toBe(code)
  })

  it('count one step before and after their own, and no longer', () => {
    const found = (seconds: number) => findTotpStep(secret, '081804', seconds)
    const step = Math.floor(1111111109 / 30)
    expect([-30, 0, 30].map((shift) => found(1111111109 + shift))).toEqual([step, step, step])
    expect(found(1111111109 - 60)).toBeUndefined()
    expect(found(1111111109 + 60)).toBeUndefined()
    for (const code of ['81804', '08180ä', '', '0'.repeat(10_000)]) {
      expect(findTotpStep(secret, code, 1111111109)).toBeUndefined()
    }
  })

  it('come from secrets of 160 bits, which apps read from an address', () => {
    const made = generateTotpSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    expect(generateTotpSecret()).not.toBe(made)
    expect(totpUri(secret, 'Acme & Co', 'ada@example.com')).toBe(
      `otpauth://totp/Acme%20%26%20Co:ada%40example.com?issuer=Acme%20%26%20Co&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
