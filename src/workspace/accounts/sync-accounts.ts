import { findUser, listUsers } from '../../chat/identity/users/user-store.ts'
import type { Workspace } from '../workspace.ts'
import { addPhoneUser, createPhoneUser } from './add-phone-user.ts'
import { reconcileAccount } from './reconcile-account.ts'
import {
  findMember,
  findMemberOfContact,
  findWorkspace,
  listMembers,
  listWorkspaces,
} from './workspace-store.ts'
import type { WorkspacesTable } from './workspace-tables.ts'

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
    await forEach(this.#contacts, async ({ companyId, contactId }) => {
      const member = await findMemberOfContact(read, companyId, contactId)
      if (member) await reconcileAccount(this.#workspace, member)
    })
    await forEach(this.#accounts, ({ realmId, userId }) => this.syncAccount(realmId, userId))
  }

  /** For servers that do not lead: the leader does it. */
  forget(): void {
    this.#accounts.clear()
    this.#contacts.clear()
  }

  /** Compares all accounts of all workspaces. */
  async runAll(stopping?: AbortSignal): Promise<void> {
    for (const link of await listWorkspaces(this.#workspace.database.read)) {
      await this.#syncWorkspace(link, stopping)
    }
  }

  async #syncWorkspace(link: WorkspacesTable, stopping?: AbortSignal): Promise<void> {
    const { read } = this.#workspace.database
    for (const user of await listUsers(read, link.realm_id)) {
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
    const link = await findWorkspace(read, realmId)
    const user = link && (await findUser(read, realmId, userId))
    if (!user) return
    await addPhoneUser(this.#workspace, link, user)
    await this.#syncMember(realmId, userId)
  }

  async #syncMember(realmId: number, userId: number): Promise<void> {
    const { read } = this.#workspace.database
    const member = await findMember(read, realmId, userId)
    const user = member && (await findUser(read, realmId, userId))
    if (!user) return
    if (!member.is_created) await createPhoneUser(this.#workspace, member, user)
    await reconcileAccount(this.#workspace, { ...member, is_created: 1 })
  }
}

/** Takes each entry out before the work, so that an event during the work counts again; after a failure it stays. */
async function forEach<T>(entries: Map<string, T>, work: (entry: T) => Promise<void>): Promise<void> {
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
