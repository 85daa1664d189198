import type { LdapSettings } from '../../../src/chat/accounts/ldap/ldap-settings.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { LDAP_ADMINISTRATOR, LDAP_BASE, type RunningSlapd } from '../../harness/start-slapd.ts'
import type { WorkspaceWorld } from '../../harness/workspace-world.ts'

export const ldapSettingsOf = (slapd: RunningSlapd, rest: Partial<LdapSettings> = {}): LdapSettings => ({
  url: slapd.tlsUrl,
  start_tls: false,
  ca: slapd.ca,
  bind_dn: LDAP_ADMINISTRATOR,
  base_dn: `ou=people,${LDAP_BASE}`,
  user_filter: '(objectClass=inetOrgPerson)',
  login_attribute: 'uid',
  id_attribute: 'entryUUID',
  email_attribute: 'mail',
  name_attribute: 'cn',
  group_base_dn: `ou=groups,${LDAP_BASE}`,
  group_filter: '(objectClass=groupOfNames)',
  group_name_attribute: 'cn',
  group_member_attribute: 'member',
  administrators_group: '',
  guests_group: '',
  sync_minutes: 0,
  sign_in: true,
  ...rest,
})

/** Ada in her browser. */
export async function browserOfAda(world: WorkspaceWorld): Promise<ApiClient> {
  const { cookie, csrfToken } = await world.signIn(world.people.ada)
  return new ApiClient(world.app, undefined, { cookie, 'x-csrftoken': csrfToken })
}
