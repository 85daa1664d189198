/** What an account and its telephony user have in common. */
export interface CommonState {
  readonly fullName: string
  readonly isActive: boolean
}

export interface AccountMerge {
  /** the state that both get */
  readonly merged: CommonState
  readonly changesUser: boolean
  readonly changesContact: boolean
}

/**
 * Compares both with the state that they had in common last. The side that has changed wins; if both have, the account
 * does.
 */
export function mergeAccount(last: CommonState, user: CommonState, contact: CommonState): AccountMerge {
  const merged = {
    fullName: user.fullName === last.fullName ? contact.fullName : user.fullName,
    isActive: user.isActive === last.isActive ? contact.isActive : user.isActive,
  }
  return { merged, changesUser: !isSame(merged, user), changesContact: !isSame(merged, contact) }
}

const isSame = (one: CommonState, other: CommonState) =>
  one.fullName === other.fullName && one.isActive === other.isActive
