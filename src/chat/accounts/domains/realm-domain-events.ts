import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { RealmDomainView } from './realm-domain-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_domains: { op: 'add' | 'change'; realm_domain: RealmDomainView } | { op: 'remove'; domain: string }
  }
}

const everyone: Audience = { role: 'everyone' }

export const realmDomainSaved = (
  op: 'add' | 'change',
  domain: RealmDomainView,
): NewChatEvent<'realm_domains'> => ({
  type: 'realm_domains',
  audience: everyone,
  payload: { op, realm_domain: domain },
})

export const realmDomainRemoved = (domain: string): NewChatEvent<'realm_domains'> => ({
  type: 'realm_domains',
  audience: everyone,
  payload: { op: 'remove', domain },
})
