import { type ChatPermission, chatPermissions } from '../../chat/identity/chat-permissions.ts'
import { permissionTable } from '../../platform/permissions.ts'
import {
  type TelephonyPermission,
  telephonyPermissions,
} from '../../telephony/identity/telephony-permissions.ts'
import { workspacePermissions } from '../../workspace/workspace-permissions.ts'

const chatColumns = {
  guest: (row: ChatPermission) => row.guest,
  member: (row: ChatPermission) => row.member,
  administrator: (row: ChatPermission) => row.administrator,
  bots: (row: ChatPermission) => (row.webhooks ? 'all' : row.bots ? 'but webhooks' : 'no'),
}

const telephonyColumns = {
  user: (row: TelephonyPermission) => row.user,
  administrator: (row: TelephonyPermission) => row.administrator,
  owner: (row: TelephonyPermission) => row.owner,
  'user, by key': (row: TelephonyPermission) => row.userByKey,
  'key needs': (row: TelephonyPermission) => row.scope ?? 'no key',
}

const tables = [
  permissionTable('in the chat', chatColumns, chatPermissions),
  permissionTable('with the phones', telephonyColumns, telephonyPermissions),
  permissionTable('between chat and phones', chatColumns, workspacePermissions),
].join('\n\n')

const [begin, end] = ['<!-- permissions -->', '<!-- end of permissions -->']

/** docs/security.md with the tables of permissions as they are in the code. */
export function withPermissionTables(page: string): string {
  const [before = '', rest = ''] = page.split(begin)
  return `${before}${begin}\n\n${tables}\n\n${end}${rest.split(end)[1] ?? ''}`
}
