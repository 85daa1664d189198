import { Type } from '@sinclair/typebox'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessAccount } from '../../chat/people/user-access.ts'
import { extensionsTable } from '../../telephony/phones/extensions/extension.ts'
import { listTextingNumbers } from '../../telephony/texting/numbers/texting-number-store.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'

const strict = { additionalProperties: false }

export const PersonPhonesSchema = Type.Object(
  {
    extensions: Type.Array(Type.String(), { description: 'Internal numbers.' }),
    texting_numbers: Type.Array(Type.String(), { description: 'E.164.' }),
  },
  strict,
)

/** The numbers of a person. Guests see none: a directory is for members of the organization. */
export async function showPersonPhones({ database, telephony }: Workspace, actor: Actor, userId: number) {
  const user = await accessAccount(database.read, actor.realm, userId)
  const member = await workspaceMembersTable.find(database.read, {
    realm_id: actor.realm.id,
    user_id: user.id,
  })
  if (
    !mayInWorkspace(actor.user, 'see the phone numbers of people') ||
    !user.is_active ||
    !member?.contact_id ||
    !member.is_created
  ) {
    return { extensions: [], texting_numbers: [] }
  }
  const { company_id: companyId, contact_id: contactId } = member
  const phones = telephony.database.read
  const extensions = await extensionsTable.list(phones, { company_id: companyId, user_id: contactId })
  const numbers = await listTextingNumbers(phones, companyId, contactId)
  return {
    extensions: extensions.map(({ number }) => String(number)),
    texting_numbers: numbers.map(({ number }) => number),
  }
}
