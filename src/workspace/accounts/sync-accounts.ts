import { changeName } from '../../chat/accounts/change-name.ts'
import { deactivateWithin } from '../../chat/accounts/deactivate-user.ts'
import { personErasuresTable } from '../../chat/accounts/erasure/person-erasures-table.ts'
import { refuseLastAdministratorLeaving } from '../../chat/accounts/last-administrator.ts'
import { ChatError } from '../../chat/chat-error.ts'
import type { User } from '../../chat/identity/users/user.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { closeOwnerPhones } from '../../telephony/company/contacts/close-owner-phones.ts'
import { addContact } from '../../telephony/company/contacts/create-contact.ts'
import { acceptedInvitation, hasProvenEmail } from '../../telephony/company/contacts/invitation.ts'
import { updateContact } from '../../telephony/company/contacts/update-contact.ts'
import { serverItself } from '../../telephony/identity/actor.ts'
import { type Contact, contactsTable, fullName } from '../../telephony/identity/contact.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { newObjectId } from '../../telephony/object-id.ts'
import { Problem } from '../../telephony/problem.ts'
import type { TelephonyDb } from '../../telephony/telephony-platform.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { accountLinkChanged } from './account-link-events.ts'
import { linkWithin, recordLinks, theServer } from './link-account.ts'
import { type AccountMerge, type CommonState, mergeAccount } from './merge-account.ts'
import { splitName } from './split-name.ts'
import { listMembers } from './workspace-store.ts'
import {
  type WorkspaceMembersTable,
  type WorkspacesTable,
  workspaceMembersTable,
  workspacesTable,
} from './workspace-tables.ts'

const stateOfMember = (member: WorkspaceMembersTable): CommonState => ({
  fullName: member.full_name,
  isActive: member.is_active === 1,
})

const stateOfUser = (user: User): CommonState => ({
  fullName: user.full_name,
  // A guest has no phones.
  isActive: user.is_active === 1 && mayInWorkspace(user, 'use the phones', true),
})

const stateOfContact = (contact: Contact): CommonState => ({
  fullName: fullName(contact),
  isActive: contact.activated === 1 && contact.phones_closed === 0,
})

const MEMBERS_AT_ONCE = 200

/**
 * Keeps linked accounts and telephony users alike. Events name what to compare. Since events may be missed, everything
 * is compared when this server becomes the leader, and from time to time.
 */
export class AccountSync {
  readonly #workspace: Workspace
  readonly #accounts = new Map<string, { realmId: number; userId: number }>()
  readonly #contacts = new Map<string, { companyId: number; contactId: string }>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    const note = (realmId: number, userId: number) =>
      this.#accounts.set(`${realmId}:${userId}`, { realmId, userId })
    workspace.follower.on('realm_user', ({ tenant, payload }) => note(tenant, payload.person.user_id))
    workspace.follower.on('account_link_changed', ({ tenant, payload }) => note(tenant, payload.user_id))
    workspace.telephony.follower.on('changed', ({ tenant, payload: { kind, id } }) => {
      if (kind === 'contact') this.#contacts.set(`${tenant}:${id}`, { companyId: tenant, contactId: id })
    })
  }

  /** Compares what events have named since the last run. */
  async run(): Promise<void> {
    const { read } = this.#workspace.database
    await takeEach(this.#contacts, async ({ companyId, contactId }) => {
      const member = await workspaceMembersTable.findBy(read, {
        company_id: companyId,
        contact_id: contactId,
      })
      if (member) await reconcileAccount(this.#workspace, member)
    })
    await takeEach(this.#accounts, ({ realmId, userId }) => this.syncAccount(realmId, userId))
  }

  /** For servers that do not lead: the leader does it. */
  forget(): void {
    this.#accounts.clear()
    this.#contacts.clear()
  }

  /** Compares all accounts of all workspaces. */
  async runAll(stopping?: AbortSignal): Promise<void> {
    for (const link of await workspacesTable.list(this.#workspace.database.read, {})) {
      await this.#syncWorkspace(link, stopping)
    }
  }

  async #syncWorkspace(link: WorkspacesTable, stopping?: AbortSignal): Promise<void> {
    const { read } = this.#workspace.database
    for (const user of await usersTable.list(read, { realm_id: link.realm_id })) {
      if (stopping?.aborted) return
      await addPhoneUser(this.#workspace, link, user)
    }
    for (let after = 0; ; ) {
      const members = await listMembers(read, link.realm_id, after, MEMBERS_AT_ONCE)
      for (const { user_id: userId } of members) {
        if (stopping?.aborted) return
        await this.#syncMember(link.realm_id, userId)
      }
      if (members.length < MEMBERS_AT_ONCE) return
      after = members.at(-1)!.user_id
    }
  }

  async syncAccount(realmId: number, userId: number): Promise<void> {
    const { read } = this.#workspace.database
    const link = await workspacesTable.find(read, { realm_id: realmId })
    const user = link && (await usersTable.find(read, { realm_id: realmId, id: userId }))
    if (!user) return
    await addPhoneUser(this.#workspace, link, user)
    await this.#syncMember(realmId, userId)
  }

  async #syncMember(realmId: number, userId: number): Promise<void> {
    const { read } = this.#workspace.database
    const member = await workspaceMembersTable.find(read, { realm_id: realmId, user_id: userId })
    const user = member && (await usersTable.find(read, { realm_id: realmId, id: userId }))
    if (!user) return
    if (!member.is_created) await createPhoneUser(this.#workspace, member, user)
    await reconcileAccount(this.#workspace, { ...member, is_created: 1 })
  }
}

/** Takes each entry out before the work, so that an event during the work counts again; after a failure it stays. */
export async function takeEach<T>(entries: Map<string, T>, work: (entry: T) => Promise<void>): Promise<void> {
  for (const [key, entry] of [...entries]) {
    entries.delete(key)
    try {
      await work(entry)
    } catch (error) {
      entries.set(key, entry)
      throw error
    }
  }
}

/**
 * Gives a member of the organization a telephony user. An existing user with the same email address becomes theirs
 * only if the address is proven, since anybody could have typed it, or if they joined with the invitation of that user
 * (`invitedId`).
 */
export async function addPhoneUser(
  workspace: Workspace,
  { realm_id: realmId, company_id: companyId }: Pick<WorkspacesTable, 'realm_id' | 'company_id'>,
  user: User,
  invitedId?: string,
): Promise<void> {
  if (!mayInWorkspace(user, 'use the phones', true) || !user.is_active) return
  const { telephony } = workspace
  if (await workspaceMembersTable.find(workspace.database.read, { realm_id: realmId, user_id: user.id }))
    return
  const same = await findContactByEmail(telephony.database.read, companyId, user.email)
  if (same && !user.email_proven && same.id !== invitedId) return
  // An address can be changed, so it does not make anybody the owner.
  const company = await currentCompany(telephony, companyId)
  if (!company || same?.id === company.primary_contact_id) return
  const contact = same ?? { company_id: companyId, id: newObjectId(workspace.clock) }
  if (same) await recordLinks(workspace, companyId, theServer, user, null, same.id)
  await workspace.transact(realmId, async (transaction) => {
    if (await workspaceMembersTable.find(transaction.db, { realm_id: realmId, user_id: user.id })) return
    await linkWithin(transaction, user, contact, same !== undefined)
  })
}

/** Creates the telephony user of a link that was made before it. Doing it again after a crash finds the same user. */
async function createPhoneUser(
  workspace: Workspace,
  member: WorkspaceMembersTable,
  user: User,
): Promise<void> {
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const id = member.contact_id
  if (!company || id === null) return
  const provenEmail = user.email_proven ? user.email : null
  await telephony.transact(company.id, async (tx) => {
    if (await contactsTable.find(tx.db, { company_id: company.id, id })) return
    const taken = await findContactByEmail(tx.db, company.id, user.email)
    const contacts = taken ? {} : { contacts: { email: user.email } }
    await addContact(telephony, tx, serverItself(company), { ...splitName(user.full_name), ...contacts }, id)
    // They have an account already.
    await contactsTable.update(
      tx.db,
      { company_id: company.id, id },
      acceptedInvitation(workspace.clock.now(), provenEmail),
    )
  })
  await workspace.transact(member.realm_id, async (transaction) => {
    await workspaceMembersTable.update(transaction.db, member, { is_created: 1 })
    transaction.announce(accountLinkChanged(member.user_id))
  })
}

/**
 * Makes a linked account and its telephony user alike: the name in both directions, the email address from the account,
 * which has confirmed it. A user who is disabled closes the account; only the account opens both again. Doing it again
 * changes nothing, so a crash does no harm.
 */
async function reconcileAccount(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  if (member.contact_id === null || !member.is_created) return
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const user = await usersTable.find(workspace.database.read, {
    realm_id: member.realm_id,
    id: member.user_id,
  })
  if (!company || !user) return
  // The erasure shuts out and empties the telephony user, then cuts the link.
  if (!user.is_active && (await isErased(workspace, user))) return
  const contact = await contactsTable.find(telephony.database.read, {
    company_id: company.id,
    id: member.contact_id,
  })
  if (!contact) return releaseAccount(workspace, member)
  const realm = await workspace.realmsById.require(user.realm_id)
  const merge = mergeAccount(
    stateOfMember(member),
    stateOfUser(user),
    stateOfContact(contact),
    realm.settings.name_changes_disabled,
  )
  const accepted = await changeUser(workspace, user, merge)
  await changeContact(workspace, member, contact, accepted, user.email)
  await proveEmail(workspace, member, user)
  await workspace.transact(member.realm_id, async ({ db }) => {
    // The link may have changed meanwhile.
    const current = await workspaceMembersTable.find(db, member)
    if (current?.contact_id !== member.contact_id) return
    await workspaceMembersTable.update(db, member, {
      full_name: accepted.fullName,
      is_active: accepted.isActive ? 1 : 0,
    })
  })
}

const isErased = ({ database }: Workspace, { realm_id, id }: User): Promise<boolean> =>
  personErasuresTable.exists(database.read, { realm_id, user_id: id })

/** What the account has proven, the telephony user has: they are one person. */
async function proveEmail(workspace: Workspace, member: WorkspaceMembersTable, user: User): Promise<void> {
  if (!user.email_proven) return
  const { telephony } = workspace
  const { company_id: companyId, contact_id: id } = member
  const isOpen = async (db: TelephonyDb) => {
    const contact = await contactsTable.find(db, { company_id: companyId, id: id! })
    return contact?.email_key === user.email_key && !hasProvenEmail(contact)
  }
  if (!(await isOpen(telephony.database.read))) return
  await telephony.transact(companyId, async (tx) => {
    if (await isOpen(tx.db))
      await contactsTable.update(
        tx.db,
        { company_id: companyId, id: id! },
        { proven_email_key: user.email_key },
      )
  })
}

/** The telephony user was deleted. The account remembers it, and gets no new user automatically. */
async function releaseAccount(workspace: Workspace, member: WorkspaceMembersTable): Promise<void> {
  await workspace.transact(member.realm_id, async (transaction) => {
    await workspaceMembersTable.update(transaction.db, member, { contact_id: null })
    transaction.announce(accountLinkChanged(member.user_id))
  })
}

/** Returns what the account has afterwards: the chat may refuse, such as to lose its last administrator. */
async function changeUser(
  workspace: Workspace,
  user: User,
  { merged, changesUser }: AccountMerge,
): Promise<CommonState> {
  if (!changesUser) return merged
  try {
    await workspace.transact(user.realm_id, async (transaction) => {
      const current = (await usersTable.find(transaction.db, user))!
      const renamed = await changeName(workspace, transaction, current, merged.fullName)
      // A guest, who has no phones, keeps the account.
      if (merged.isActive === stateOfUser(current).isActive || !current.is_active) return
      await refuseLastAdministratorLeaving(transaction.db, renamed)
      await deactivateWithin(transaction, renamed)
    })
    return merged
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    workspace.log.warn({ reason: error.message, userId: user.id }, 'an account keeps its name and state')
    return stateOfUser(user)
  }
}

async function changeContact(
  workspace: Workspace,
  member: WorkspaceMembersTable,
  contact: Contact,
  wanted: CommonState,
  email: string,
): Promise<void> {
  const { telephony } = workspace
  const company = await currentCompany(telephony, member.company_id)
  const state = stateOfContact(contact)
  const isOwner = contact.id === company?.primary_contact_id
  if (isOwner && wanted.isActive !== state.isActive) {
    await closeOwnerPhones(telephony, serverItself(company), !wanted.isActive)
  }
  const change = {
    ...(wanted.fullName !== state.fullName && splitName(wanted.fullName)),
    ...(!isOwner && wanted.isActive !== state.isActive && { activated: wanted.isActive }),
    ...(email.toLowerCase() !== contact.email_key && { contacts: { email } }),
  }
  if (Object.keys(change).length === 0) return
  try {
    await updateContact(telephony, serverItself(company!), contact.id, change)
  } catch (error) {
    // Such as an address that another user has, or the primary user, who cannot be disabled.
    if (!(error instanceof Problem) || error.status >= 500) throw error
    workspace.log.warn({ reason: error.message, contactId: contact.id }, 'a phone user stays as it is')
  }
}
