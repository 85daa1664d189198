import type { ChatFollower } from '../../chat/chat-platform.ts'

/** Calls a listener when sessions of an account have ended, or its role, state or link has changed. */
export function watchAccounts(follower: ChatFollower): (account: string, listener: () => void) => () => void {
  const listeners = new Map<string, Set<() => void>>()
  const tell = (realmId: number, userId: number) => {
    for (const listener of [...(listeners.get(`${realmId}:${userId}`) ?? [])]) listener()
  }
  follower.on(['sessions_ended', 'key_changed', 'account_link_changed'], ({ tenant, payload }) =>
    tell(tenant, payload.user_id),
  )
  follower.on('realm_user', ({ tenant, payload }) => tell(tenant, payload.person.user_id))
  follower.onSkip((realmId) => {
    for (const [account, ofAccount] of listeners) {
      if (account.startsWith(`${realmId}:`)) for (const listener of [...ofAccount]) listener()
    }
  })
  return (account, listener) => {
    const realmId = Number.parseInt(account, 10)
    const ofAccount = listeners.get(account) ?? new Set()
    listeners.set(account, ofAccount.add(listener))
    follower.hold(realmId)
    return () => {
      if (!ofAccount.delete(listener)) return
      if (ofAccount.size === 0) listeners.delete(account)
      follower.release(realmId)
    }
  }
}
