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
 * does. The phones can close an account, and never reopen it: somebody with an API key could let people in whom the
 * organization has sent away. Where the organization has locked names, the phones do not change them either.
 */
export function mergeAccount(
  last: CommonState,
  user: CommonState,
  contact: CommonState,
  areNamesLocked = false,
): AccountMerge {
  const merged = {
    fullName: user.fullName === last.fullName && !areNamesLocked ? contact.fullName : user.fullName,
    isActive: user.isActive === last.isActive ? user.isActive && contact.isActive : user.isActive,
  }
  return { merged, changesUser: !isSame(merged, user), changesContact: !isSame(merged, contact) }
}

const isSame = (one: CommonState, other: CommonState) =>
  one.fullName === other.fullName && one.isActive === other.isActive
