import { describe, expect, it } from 'vitest'
import { type CommonState, mergeAccount } from './merge-account.ts'

const state = (fullName: string, isActive = true): CommonState => ({ fullName, isActive })

describe('mergeAccount', () => {
  it.each([
    ['nothing changed', state('A'), state('A'), state('A'), state('A'), false, false],
    ['the account was renamed', state('A'), state('B'), state('A'), state('B'), false, true],
    ['the user was renamed', state('A'), state('A'), state('C'), state('C'), true, false],
    ['both were renamed: the account wins', state('A'), state('B'), state('C'), state('B'), false, true],
    ['both were renamed alike', state('A'), state('B'), state('B'), state('B'), false, false],
    [
      'the account was deactivated',
      state('A'),
      state('A', false),
      state('A'),
      state('A', false),
      false,
      true,
    ],
    ['the user was disabled', state('A'), state('A'), state('A', false), state('A', false), true, false],
    [
      'the user was enabled, which does not reopen the account',
      state('A', false),
      state('A', false),
      state('A'),
      state('A', false),
      false,
      true,
    ],
    ['the account was reopened', state('A', false), state('A'), state('A', false), state('A'), false, true],
    [
      'one was renamed, the other disabled',
      state('A'),
      state('B'),
      state('A', false),
      state('B', false),
      true,
      true,
    ],
  ])('%s', (_what, last, user, contact, merged, changesUser, changesContact) => {
    expect(mergeAccount(last, user, contact)).toEqual({ merged, changesUser, changesContact })
  })

  it('a name that the organization has locked is not changed by the phones', () => {
    const { merged } = mergeAccount(state('A'), state('A'), state('C'), true)
    expect(merged.fullName).toBe('A')
  })
})
