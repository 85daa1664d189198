import type { Workspace } from '../workspace.ts'
import { reconcileInvitation } from './reconcile-invitation.ts'
import { listWorkspaceInvites } from './workspace-invite-store.ts'

/**
 * Keeps invitations to the chat and to the phones alike. Events name the organizations and companies to compare; like
 * the accounts, everything is compared from time to time.
 */
export class InvitationSync {
  readonly #workspace: Workspace
  readonly #realms = new Set<number>()
  readonly #companies = new Set<number>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    workspace.follower.on('invites_changed', ({ tenant }) => this.#realms.add(tenant))
    workspace.telephony.follower.on('changed', ({ tenant, payload }) => {
      if (payload.kind === 'contact') this.#companies.add(tenant)
    })
  }

  /** Compares what events have named since the last run. */
  async run(): Promise<void> {
    await forEach(this.#realms, (realm_id) => this.#compare({ realm_id }))
    await forEach(this.#companies, (company_id) => this.#compare({ company_id }))
  }

  /** For servers that do not lead: the leader does it. */
  forget(): void {
    this.#realms.clear()
    this.#companies.clear()
  }

  runAll(): Promise<void> {
    return this.#compare({})
  }

  async #compare(of: Parameters<typeof listWorkspaceInvites>[1]): Promise<void> {
    const { read } = this.#workspace.database
    for (const row of await listWorkspaceInvites(read, of)) await reconcileInvitation(this.#workspace, row)
  }
}

/** Takes each id out before the work, so that an event during the work counts again; after a failure it stays. */
async function forEach(ids: Set<number>, work: (id: number) => Promise<void>): Promise<void> {
  for (const id of [...ids]) {
    ids.delete(id)
    try {
      await work(id)
    } catch (error) {
      ids.add(id)
      throw error
    }
  }
}
