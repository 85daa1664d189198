import { Type } from '@sinclair/typebox'
import { boolean, json, optional, otherwise, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import type { Messages } from '../../messages/messages.ts'
import { proofParameters, proveAdministrator } from '../directories/prove-administrator.ts'
import { removeLdap, showLdap, storeLdap, tryLdap } from './change-ldap.ts'
import { LdapSettingsSchema } from './ldap-settings.ts'
import { syncLdap } from './sync-ldap.ts'

const endpoint = endpointOf<Messages>()

const exact = { additionalProperties: false }
const Names = Type.Object({ count: Type.Integer(), names: Type.Array(Type.String()) }, exact)
const Report = Type.Object(
  {
    at: Type.Integer(),
    is_dry_run: Type.Boolean(),
    people: Type.Integer({ description: 'How many people are in the directory.' }),
    created: Names,
    changed: Names,
    closed: Names,
    refused: Names,
    groups: Type.Optional(Names),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why nobody was closed, or nothing done.',
    }),
    held_back: Type.Optional(
      Type.Integer({
        description:
          'How many people are missing in the directory, but keep their accounts, since so many may be a mistake. Administrators get a mail.',
      }),
    ),
  },
  exact,
)
const wanted = {
  settings: json('How to reach the directory, and what its attributes mean.', LdapSettingsSchema),
  bind_password: optional(
    text('The password of the bind DN. Without it, the stored one, if the address and the bind DN stay.'),
  ),
  ...proofParameters,
}

export const ldapRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/ldap',
    summary: 'Get the LDAP directory of the organization',
    access: 'connect directories',
    parameters: {},
    response: Type.Object(
      {
        settings: Type.Union([LdapSettingsSchema, Type.Null()]),
        has_password: Type.Boolean({ description: 'Whether a password of the bind DN is stored.' }),
        report: Type.Union([Report, Type.Null()], { description: 'Of the last sync.' }),
      },
      exact,
    ),
    handle: ({ chat, actor }) => showLdap(chat, actor),
  }),
  endpoint({
    method: 'PUT',
    path: '/realm/ldap',
    summary: 'Connect the organization with an LDAP directory',
    description:
      'Replaces all settings. People then sign in with their password of the directory. At least one administrator must have a password here, too.',
    access: 'connect directories',
    parameters: wanted,
    response: Type.Object({}, exact),
    async handle(asked) {
      const { chat, actor, input } = asked
      await proveAdministrator(asked)
      await storeLdap(chat, actor, { settings: input.settings, bindPassword: input.bind_password })
      return {}
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/ldap/test',
    summary: 'Try the settings of an LDAP directory',
    description: 'Connects, searches, and says what is wrong. Stores nothing.',
    access: 'connect directories',
    parameters: wanted,
    response: Type.Object(
      {
        is_ok: Type.Boolean(),
        message: Type.String({ description: 'What is wrong, or what was found.' }),
        fault: Type.Union([Type.String(), Type.Null()], {
          description:
            '`unreachable`, `certificate`, `encryption`, `bind`, `base`, `filter`, `attribute`, `limit` or `refused`.',
        }),
        people: Type.Integer(),
        groups: Type.Integer(),
      },
      exact,
    ),
    async handle(asked) {
      const { chat, actor, input } = asked
      await proveAdministrator(asked)
      return tryLdap(chat, actor, { settings: input.settings, bindPassword: input.bind_password })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/ldap/sync',
    summary: 'Let accounts follow the LDAP directory now',
    description:
      'Creates, changes and closes accounts, and with `user_groups` user groups, as the directory says. The first names of each list are in the report. If more than a fifth of the people are missing, nobody is closed.',
    access: 'connect directories',
    parameters: {
      dry_run: otherwise(boolean('Only says what would happen.'), false),
      closes_many: otherwise(
        boolean('Closes accounts even if more than a fifth of the people are missing.'),
        false,
      ),
      password: wanted.password,
      code: wanted.code,
    },
    response: Type.Object({ report: Report }, exact),
    async handle(asked) {
      const { chat, actor, input } = asked
      await proveAdministrator(asked)
      const { dry_run: isDryRun, closes_many: closesMany } = input
      return { report: await syncLdap(chat, actor.realm, { isDryRun, closesMany }) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/ldap',
    summary: 'Disconnect the organization from its LDAP directory',
    description: 'Accounts stay as they are. People without a password reset it to sign in.',
    access: 'connect directories',
    parameters: {},
    response: Type.Object({}, exact),
    async handle({ chat, actor }) {
      await removeLdap(chat, actor)
      return {}
    },
  }),
]
