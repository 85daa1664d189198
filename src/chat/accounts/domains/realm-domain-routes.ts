import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { boolean, otherwise, text } from '../../http/parameter.ts'
import { textOrJson } from '../../http/text-or-json.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import {
  addRealmDomain,
  changeRealmDomain,
  getRealmDomains,
  removeRealmDomain,
} from './change-realm-domains.ts'
import { RealmDomainSchema, viewRealmDomain } from './realm-domain-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const allowSubdomains = boolean('Whether addresses in subdomains belong to the organization too.')

export const realmDomainRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/domains',
    summary: 'Get the email domains of the organization',
    description: 'New addresses must be in one of them if `emails_restricted_to_domains` is set.',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({ domains: Type.Array(RealmDomainSchema) }, exact),
    async handle({ chat, actor }) {
      return { domains: (await getRealmDomains(chat, actor)).map(viewRealmDomain) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/domains',
    summary: 'Add an email domain',
    access: 'change the settings of the organization',
    parameters: {
      domain: textOrJson('The part of an address after the @.', Type.String({ maxLength: 190 })),
      allow_subdomains: otherwise(allowSubdomains, false),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await addRealmDomain(chat, actor, input.domain, input.allow_subdomains)
      return {}
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/domains/:domain',
    summary: 'Change an email domain',
    access: 'change the settings of the organization',
    parameters: { domain: text('Which domain.'), allow_subdomains: allowSubdomains },
    response: nothing,
    async handle({ chat, actor, input }) {
      await changeRealmDomain(chat, actor, input.domain, input.allow_subdomains)
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/domains/:domain',
    summary: 'Remove an email domain',
    description: 'Existing accounts stay. Without its last domain, the organization is no longer restricted.',
    access: 'change the settings of the organization',
    parameters: { domain: text('Which domain.') },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeRealmDomain(chat, actor, input.domain)
      return {}
    },
  }),
]
