import type { ChatInput, ChatOutput } from '../../api/chat-api.ts'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { o } from '../../texts/organization-texts.ts'
import { roleGroupFields, userGroupsField } from './group-fields.ts'

export type StoredLdap = ChatOutput<'GET /realm/ldap'>
export type LdapSettings = ChatInput<'PUT /realm/ldap'>['settings']

/** What is typed. The password is stored, and not shown again. */
export interface LdapInput {
  settings: LdapSettings
  bind_password: string
}

const openLdap: LdapSettings = {
  url: '',
  start_tls: false,
  ca: '',
  bind_dn: '',
  base_dn: '',
  user_filter: '(objectClass=inetOrgPerson)',
  login_attribute: 'uid',
  id_attribute: 'entryUUID',
  email_attribute: 'mail',
  name_attribute: 'cn',
  group_base_dn: '',
  group_filter: '(objectClass=groupOfNames)',
  group_name_attribute: 'cn',
  group_member_attribute: 'member',
  administrators_group: '',
  guests_group: '',
  user_groups: false,
  // Only when a test and a dry run have shown that it works.
  sync_minutes: 0,
  sign_in: false,
}

/** What each kind of directory calls things. */
export const freshSettings = {
  openldap: openLdap,
  'active directory': {
    ...openLdap,
    user_filter: '(&(objectCategory=person)(objectClass=user))',
    login_attribute: 'sAMAccountName',
    id_attribute: 'objectGUID',
    name_attribute: 'displayName',
    group_filter: '(objectClass=group)',
  },
} as const satisfies Record<string, LdapSettings>

export type DirectoryKind = keyof typeof freshSettings

const technical = { spellCheck: false, trim: true } as const

export function ldapFields(hasPassword: boolean): readonly FieldSpec<LdapInput>[] {
  const texts = o.directories.ldap
  return [
    {
      at: '/settings/url',
      label: texts.url,
      hint: texts.urlHint,
      inputMode: 'url',
      required: true,
      ...technical,
    },
    { kind: 'check', at: '/settings/start_tls', label: texts.startTls },
    {
      kind: 'row',
      fields: [
        { at: '/settings/bind_dn', label: texts.bindDn, hint: texts.bindDnHint, ...technical },
        {
          at: '/bind_password',
          label: texts.bindPassword,
          type: 'password',
          autoComplete: 'new-password',
          ...(hasPassword && { hint: texts.bindPasswordKept }),
        },
      ],
    },
    { at: '/settings/base_dn', label: texts.baseDn, required: true, ...technical },
    { at: '/settings/user_filter', label: texts.userFilter, required: true, ...technical },
    {
      kind: 'row',
      fields: [
        { at: '/settings/login_attribute', label: texts.login, hint: texts.loginHint, ...technical },
        { at: '/settings/id_attribute', label: texts.id, hint: texts.idHint, ...technical },
        { at: '/settings/email_attribute', label: texts.email, ...technical },
        { at: '/settings/name_attribute', label: texts.name, ...technical },
      ],
    },
    { kind: 'switch', at: '/settings/sign_in', label: texts.signIn, hint: texts.signInHint },
    {
      kind: 'select',
      at: '/settings/sync_minutes',
      label: texts.sync,
      hint: texts.syncHint,
      options: [
        { value: 0, text: texts.syncNever },
        ...[1, 5, 15].map((value) => ({ value, text: texts.syncMinutes(value) })),
        { value: 60, text: texts.syncHourly },
        { value: 1440, text: texts.syncDaily },
      ],
    },
    {
      kind: 'more',
      fields: [
        {
          kind: 'area',
          at: '/settings/ca',
          label: texts.ca,
          hint: texts.caHint,
          rows: 5,
          maxLength: 100_000,
        },
        {
          at: '/settings/group_base_dn',
          label: texts.groupBase,
          hint: texts.groupBaseHint,
          ...technical,
        },
        { at: '/settings/group_filter', label: texts.groupFilter, ...technical },
        {
          kind: 'row',
          fields: [
            { at: '/settings/group_name_attribute', label: texts.groupName, ...technical },
            { at: '/settings/group_member_attribute', label: texts.groupMember, ...technical },
            ...roleGroupFields('/settings'),
          ],
        },
        userGroupsField('/settings', texts.userGroupsHint),
      ],
    },
  ]
}
