import { Type } from '@sinclair/typebox'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { extensionsTable } from '../../telephony/phones/extensions/extension.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { workspaceMembersTable, workspacesTable } from './workspace-tables.ts'

export const WorkspaceSchema = Type.Object(
  {
    company: Type.Union(
      [Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false }), Type.Null()],
      { description: 'The company for phones; null: the organization has none.' },
    ),
    phone_user_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The telephony user of the caller; null: none.',
    }),
    phone_role: Type.Union(
      [Type.Literal('owner'), Type.Literal('administrator'), Type.Literal('user'), Type.Null()],
      { description: 'What the caller may do with the phones of the company; null: nothing.' },
    ),
    may_connect: Type.Boolean({
      description: 'Whether the caller may connect the organization to a company.',
    }),
  },
  { additionalProperties: false },
)

/** Whether a phone of the company is registered: only then can anybody call. */
export async function findPhonesSetup({ database, telephony }: Workspace, realm: Realm) {
  const link = await workspacesTable.find(database.read, { realm_id: realm.id })
  const registered = link && { company_id: link.company_id, state: 'AUTHENTICATED' as const }
  const phone = registered && (await extensionsTable.findBy(telephony.database.read, registered))
  return { phone_registered: phone !== undefined }
}

/** The phones of the organization, and who the caller is there. */
export async function showWorkspace(workspace: Workspace, user: User) {
  const { read } = workspace.database
  const link = await workspacesTable.find(read, { realm_id: user.realm_id })
  const company = link && (await currentCompany(workspace.telephony, link.company_id))
  if (!company) {
    return {
      company: null,
      phone_user_id: null,
      phone_role: null,
      may_connect: mayInWorkspace(user, 'connect a company for phones'),
    }
  }
  const member = await workspaceMembersTable.find(read, { realm_id: user.realm_id, user_id: user.id })
  const hasPhones = member?.is_created === 1 && mayInWorkspace(user, 'use the phones', true)
  const id = hasPhones ? member.contact_id : null
  const role =
    id === company.primary_contact_id
      ? 'owner'
      : mayInWorkspace(user, 'manage the phones')
        ? 'administrator'
        : 'user'
  return {
    company: { id: company.public_id, name: company.name },
    phone_user_id: id,
    phone_role: id === null ? null : role,
    may_connect: false,
  }
}
